import { expect, it } from 'vitest';
import { roleColor } from './role-chip';

it.each([
  ['admin', 'red'],
  ['trainer', 'blue'],
  ['reviewer', 'green'],
  ['pod-lead', 'purple'],
  ['project_admin', 'grey'],
  ['constructor', 'grey'],
])('CRUD-36 %s is %s', (role, color) => {
  expect(roleColor(role)).toBe(color);
});

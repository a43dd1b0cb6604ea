import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { podRoleTitle, RoleChip, roleLabels, roleTitle } from './role-chip';
import { ThemeProvider } from './theme-provider';

const PROJECTS = [
  { id: 0, name: 'All Projects' },
  { id: 3, name: 'Alpha' },
];

it('USERPAGE-2 names global roles, roles by project, and unknown projects', () => {
  const labels = roleLabels({ global: 'admin', 3: 'trainer', 9: 'reviewer' }, PROJECTS);
  expect(labels.map(({ label }) => label)).toEqual([
    'Alpha: trainer',
    'Invalid Key 9',
    'Global Access: admin',
  ]);
  expect(roleLabels({}, PROJECTS)).toEqual([]);
});

it('USERPAGE-86 names each role in words of its own, and created ones as they are', () => {
  const shipped = ['admin', 'project_admin', 'project_lead', 'project_member', 'pod-lead'];
  expect(shipped.map(roleTitle)).toEqual([
    ...['admin', 'project admin', 'project lead', 'project member', 'pod lead'],
  ]);
  expect(roleTitle('head_of_things')).toBe('head_of_things');
  expect(['lead', 'reviewer', 'trainer'].map(podRoleTitle)).toEqual([
    ...['pod lead', 'reviewer', 'trainer'],
  ]);
});

it.each([
  ['admin', 'red'],
  ['trainer', 'blue'],
  ['reviewer', 'green'],
  ['pod-lead', 'purple'],
  ['project_admin', 'grey'],
  ['constructor', 'grey'],
])('CRUD-36 %s is %s', (role, color) => {
  render(
    <ThemeProvider>
      <RoleChip role={role} label="The role" />
    </ThemeProvider>,
  );
  expect(screen.getByText('The role').closest('[data-role-color]')).toHaveProperty(
    'dataset.roleColor',
    color,
  );
});

import { expect, it } from 'vitest';
import { roleLabels } from './role-chip';

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

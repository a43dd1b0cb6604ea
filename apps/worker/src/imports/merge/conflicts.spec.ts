import { expect, it } from 'vitest';
import { ImportIssues } from '../import-issues.js';
import { warnOfConflicts } from './conflicts.js';

it('IMP-149 IMP-153 the group of rows that contradict the portal has the first ones of the file', () => {
  const issues = new ImportIssues();
  const stored = Array.from({ length: 30 }, (_, at) => ({
    ...{ turing_task_id: at + 1, project_id: 1, row: 30 - at, user_id: 1, is_kept: true },
    ...{ fields: [{ field: 'status', portal: 'rework', file: 'completed' }], changed_at: '' },
  }));
  warnOfConflicts({ count: 30, stored }, 'desk', issues);
  const rows = issues.groups.all[0]?.rows.map(({ row }) => row);
  expect(rows).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

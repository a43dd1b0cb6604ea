import { TASK_STATUSES } from '@portal/contracts/constants';
import { taskFileRowSchema } from '@portal/contracts/tasks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_PEOPLE, sampleTasks } from './sample-tasks.js';

describe('the tasks of a sample project', () => {
  it('PROJ-31 are the same for the same time, valid, of their people, and none is in the future', () => {
    const emails = new Set(SAMPLE_PEOPLE.map(({ email }) => email));
    const time = fc.date({
      min: new Date('2024-01-01T00:00:00Z'),
      max: new Date('2035-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, (now) => {
        const rows = sampleTasks(now);
        expect(JSON.stringify(sampleTasks(now))).toBe(JSON.stringify(rows));
        expect(new Set(rows.map(({ turing_task_id: id }) => id)).size).toBe(rows.length);
        expect(rows.length).toBeGreaterThan(300);
        expect(rows.length).toBeLessThan(500);
        expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(TASK_STATUSES));
        for (const row of rows) taskFileRowSchema.parse(row);
        expect(rows.filter(({ user_email: email }) => !emails.has(email ?? ''))).toEqual([]);
        const times = rows.flatMap((row) => [
          ...[row.created_at, row.completed_at, row.updated_at],
          ...(row.reviews ?? []).map(({ submitted_at: at }) => at),
        ]);
        const latest = Math.max(...times.map((at) => Date.parse(at ?? now.toISOString())));
        expect(latest).toBeLessThanOrEqual(now.getTime());
      }),
      { numRuns: 10 },
    );
  });
});

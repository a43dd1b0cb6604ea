import { DONE_STATUSES, TASK_STATUSES } from '@portal/contracts/constants';

/** What tasks with a status count as: 'Done'. */
export function countsAs(status: string): string {
  if (!TASK_STATUSES.some((known) => known === status)) return 'Unknown here: in totals only';
  if (DONE_STATUSES.some((done) => done === status)) return 'Done';
  return status === 'rework' ? 'Rework' : 'Not done yet';
}

import { DONE_STATUSES } from '@portal/contracts/constants';

const done: ReadonlySet<string> = new Set(DONE_STATUSES);

/** Whether a task in this status counts as done. */
export function isDone(status: string): boolean {
  return done.has(status);
}

/** Title of a status: underscores become spaces, each word starts with a capital. */
export function statusTitle(status: string): string {
  return status
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

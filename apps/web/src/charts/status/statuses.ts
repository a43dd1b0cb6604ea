import { TASK_STATUSES } from '@portal/contracts/constants';
import { percentShares } from '@portal/domain/rates';
import { statusTitle } from '@portal/domain/statuses';

export interface StatusRow {
  readonly status: string;
  readonly title: string;
  readonly count: number;
  /** Percentage of all counted tasks, to one decimal; those of all rows sum to 100. */
  readonly percentage: number;
}

const order = new Map<string, number>(TASK_STATUSES.map((status, index) => [status, index]));

/**
 * Statuses with tasks: the known ones in workflow order, then the others by name. The order does
 * not depend on the counts, so that rows do not jump.
 */
export function statusRows(byStatus: Readonly<Record<string, number>>): StatusRow[] {
  const present = Object.entries(byStatus)
    .filter(([, tasks]) => tasks > 0)
    .toSorted(([a], [b]) => place(a) - place(b) || a.localeCompare(b));
  const shares = percentShares(present.map(([, tasks]) => tasks));
  return present.map(([status, tasks], at) => ({
    status,
    title: statusTitle(status),
    count: tasks,
    percentage: shares[at] ?? 0,
  }));
}

function place(status: string): number {
  return order.get(status) ?? order.size;
}

import { TASK_STATUSES } from '@portal/contracts/constants';
import { percent } from '@portal/domain/rates';
import { statusTitle } from '@portal/domain/statuses';

export interface StatusRow {
  readonly status: string;
  readonly title: string;
  readonly count: number;
  /** Percentage of all counted tasks, to one decimal. */
  readonly percentage: number;
}

const order = new Map<string, number>(TASK_STATUSES.map((status, index) => [status, index]));

/**
 * Statuses with tasks: the known ones in workflow order, then the others by name. The order does
 * not depend on the counts, so that rows do not jump.
 */
export function statusRows(byStatus: Readonly<Record<string, number>>): StatusRow[] {
  const present = Object.entries(byStatus).filter(([, tasks]) => tasks > 0);
  const total = present.reduce((sum, [, tasks]) => sum + tasks, 0);
  return present
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([status, tasks]) => ({
      status,
      title: statusTitle(status),
      count: tasks,
      percentage: percent(tasks, total),
    }));
}

function place(status: string): number {
  return order.get(status) ?? order.size;
}

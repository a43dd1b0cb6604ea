import { TASK_STATUSES } from '@portal/contracts/constants';
import { percentShares } from '@portal/domain/rates';
import { statusTitle } from '@portal/domain/statuses';
import { formatCount } from '../../lib/format';
import { statusColor } from '../../ui/status-color';
import type { NamedValue } from '../legend-doughnut';

/** A status with its tasks. The percentages of all rows sum to 100. */
export interface StatusRow extends NamedValue {
  readonly percentage: number;
}

const order = new Map<string, number>(TASK_STATUSES.map((status, index) => [status, index]));

/**
 * Statuses with tasks: the known ones in the order of work, then the others by name. The order does
 * not depend on the counts, so that rows do not jump.
 */
export function statusRows(byStatus: Readonly<Record<string, number>>): StatusRow[] {
  const present = Object.entries(byStatus)
    .filter(([, tasks]) => tasks > 0)
    .toSorted(([a], [b]) => place(a) - place(b) || a.localeCompare(b));
  const shares = percentShares(present.map(([, tasks]) => tasks));
  return present.map(([status, tasks], at) => ({
    key: status,
    label: statusTitle(status),
    value: tasks,
    text: formatCount(tasks),
    percentage: shares[at] ?? 0,
    color: statusColor(status),
  }));
}

function place(status: string): number {
  return order.get(status) ?? order.size;
}

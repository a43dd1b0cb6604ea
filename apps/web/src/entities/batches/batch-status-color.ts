import type { Batch } from '@portal/contracts/dashboard';
import { statusColor } from '../../ui/status-color';

/** The task status with the same colour, by batch status. */
const LIKE: Record<Batch['status'], string> = {
  ongoing: 'in_progress',
  completed: 'completed',
  draft: 'other',
  paused: 'pending',
  cancelled: 'rework',
};

/** CSS colour of a batch status in the current theme. */
export function batchStatusColor(status: Batch['status']): string {
  return statusColor(LIKE[status]);
}

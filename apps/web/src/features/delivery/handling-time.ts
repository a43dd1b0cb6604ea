import type { DeliveryStats, ModelStats } from '@portal/contracts/dashboard';
import { formatHandlingTime } from '../../lib/format';

export interface HandlingTime {
  /** Tasks with a duration. */
  readonly tasks: number;
  /** Null without a task that has a duration. */
  readonly average: number | null;
}

/** The average over all models: the sum of all minutes divided by the tasks with a duration. */
export function averageHandlingTime(models: DeliveryStats['by_model'] = []): HandlingTime {
  let minutes = 0;
  let tasks = 0;
  for (const { aht_stats: times } of models) {
    minutes += times.total_duration_minutes;
    tasks += times.num_tasks;
  }
  return { tasks, average: tasks === 0 ? null : minutes / tasks };
}

/** '1h 25m on average, 5 min to 3h 10m', or that no task has a duration. */
export function handlingTimeText({ aht_stats: times }: ModelStats): string {
  const { avg_duration_minutes: average } = times;
  if (average === null) return 'No durations';
  const range = [times.min_duration_minutes ?? average, times.max_duration_minutes ?? average];
  return `${formatHandlingTime(average)} on average, ${range.map(formatHandlingTime).join(' to ')}`;
}

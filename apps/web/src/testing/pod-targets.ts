import type { Target } from '../features/pod-lead-dashboard/api';
import { sundayOf } from '../features/pod-lead-dashboard/week/weeks';

/** A weekly target for specs; it ends on the Sunday of its week. */
export function target(part: Partial<Target> = {}): Target {
  const week_start_date = part.week_start_date ?? '2026-01-05';
  return {
    id: 1,
    pod_name: 'Kestrel',
    week_start_date,
    week_end_date: sundayOf(week_start_date),
    daily_tasks_target: 10,
    daily_turns_target: 50,
    user_email: null,
    repeats: false,
    version: 'target-1',
    ...part,
  };
}

import type { DashboardStats } from '@portal/contracts/dashboard';
import { formatCount } from '../../../lib/format';
import {
  hasDates,
  narrowsBatches,
  selectedCount,
  type ProjectFilters,
} from '../../../entities/batches/filters';

/** 'All tasks', or the active filters. */
export function totalTasksSubtitle(filters: ProjectFilters, totalBatches: number): string {
  const parts = [
    ...(narrowsBatches(filters.batches, totalBatches)
      ? [`${formatCount(selectedCount(filters.batches, totalBatches))} batches`]
      : []),
    ...(hasDates(filters) ? ['date filtered'] : []),
  ];
  return parts.length === 0 ? 'All tasks' : `Filtered: ${parts.join(', ')}`;
}

export function completionSubtitle(stats: DashboardStats): string {
  return stats.total_tasks === 0
    ? 'No tasks available'
    : `${formatCount(stats.completed_tasks)} of ${formatCount(stats.total_tasks)} tasks completed`;
}

export function reviewSubtitle(stats: DashboardStats): string {
  return stats.completed_tasks === 0
    ? 'No reviewable tasks'
    : `${formatCount(stats.reviewed_tasks)} of ${formatCount(stats.completed_tasks)} completed tasks`;
}

/** Rework is a percentage of all tasks submitted at least once: completed and rework. */
export function reworkSubtitle(stats: DashboardStats): string {
  const handedIn = stats.completed_tasks + stats.rework_tasks;
  return handedIn === 0
    ? 'No completed tasks'
    : `${formatCount(stats.rework_tasks)} of ${formatCount(handedIn)} completed tasks`;
}

export function reviewsSubtitle(stats: DashboardStats): string {
  return stats.total_reviews === 0 ? 'No reviews' : `${formatCount(stats.total_reviews)} reviews`;
}

export function batchesSubtitle(filters: ProjectFilters, totalBatches: number): string {
  return narrowsBatches(filters.batches, totalBatches)
    ? `${formatCount(selectedCount(filters.batches, totalBatches))} selected`
    : 'All batches';
}

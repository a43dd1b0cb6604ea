import type { Caller } from '@portal/domain/caller';
import { managesStats, seesStatsForLeads } from '@portal/domain/custom-stats';

/**
 * The alerts of one project that the caller sees, of `alert` joined with its statistic `stat`: as the statistic, and
 * those on numbers as statistics for leads. `core.may_see_alert` says the same of a user who is told.
 */
export function alertSeen(caller: Caller, projectId: number): string {
  if (managesStats(caller, projectId)) return 'TRUE';
  if (seesStatsForLeads(caller, projectId)) return '(stat.is_active OR alert.number IS NOT NULL)';
  return `(stat.is_active AND stat.audience = 'members')`;
}

import type { STAT_AUDIENCES } from '@portal/contracts/constants';
import type { Permission } from '@portal/contracts/permissions';
import { type Caller, holds } from './caller.js';

/** Each of these permissions allows users to manage the custom statistics of a project. */
export const MANAGES_STATS: readonly Permission[] = [
  'admin-view',
  'project-admin',
  'project-manage',
];

/** What decides who sees a statistic. */
export interface StatFacts {
  readonly projectId: number;
  readonly isActive: boolean;
  readonly audience: (typeof STAT_AUDIENCES)[number];
}

/**
 * Whether a member of the project sees the statistic, its results and its files. Statistics for
 * leads need the permission to see the numbers of others, inactive ones a managing permission.
 */
export function maySeeStat(caller: Caller, { projectId, isActive, audience }: StatFacts): boolean {
  if (managesStats(caller, projectId)) return true;
  return isActive && (audience === 'members' || seesStatsForLeads(caller, projectId));
}

/** Whether the caller sees the statistics for leads in the project. */
export function seesStatsForLeads(caller: Caller, projectId: number): boolean {
  return holds(caller, 'pod-info-public-view', projectId) || managesStats(caller, projectId);
}

/**
 * Whether the caller may write, preview and change the custom statistics of the project. Only then
 * does the caller see the text of their queries.
 */
export function managesStats(caller: Caller, projectId: number): boolean {
  return MANAGES_STATS.some((permission) => holds(caller, permission, projectId));
}

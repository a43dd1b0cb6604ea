import type { Permission } from '@portal/contracts/permissions';
import { type Caller, holds } from './caller.js';

/** Each of these permissions allows users to manage the custom statistics of a project. */
export const MANAGES_STATS: readonly Permission[] = [
  'admin-view',
  'project-admin',
  'project-manage',
];

/** Whether a member of the project sees the statistic. Inactive ones need a managing permission. */
export function maySeeStat(
  caller: Caller,
  stat: { readonly projectId: number; readonly isActive: boolean },
): boolean {
  return stat.isActive || managesStats(caller, stat.projectId);
}

/** Whether the caller may write, preview and change the custom statistics of the project. */
export function managesStats(caller: Caller, projectId: number): boolean {
  return MANAGES_STATS.some((permission) => holds(caller, permission, projectId));
}

import type { Permission } from '@portal/contracts/permissions';
import { type Caller, holds } from './caller.js';

/** Any one of these allows to write, preview and change the custom statistics of a project. */
export const MANAGES_STATS: readonly Permission[] = [
  'admin-view',
  'project-admin',
  'project-manage',
];

/** Whether the caller, a member of the project, sees the statistic: an inactive one by managing it. */
export function maySeeStat(
  caller: Caller,
  stat: { readonly projectId: number; readonly isActive: boolean },
): boolean {
  return stat.isActive || managesStats(caller, stat.projectId);
}

export function managesStats(caller: Caller, projectId: number): boolean {
  return MANAGES_STATS.some((permission) => holds(caller, permission, projectId));
}

import { type Caller, projectsOf } from '@portal/domain/caller';
import { managesStats, seesStatsForLeads } from '@portal/domain/custom-stats';
import { seesAllImports } from '@portal/domain/uploads';
import { projectsWithVisibleUsers } from '@portal/domain/users';
import { sql } from '../sql.js';
import { type Binds, inProjects, type RowSql } from './row-sql.js';

/** Mirrors `belongsTo` (libs/domain/src/caller.ts): the rows of core.project of the caller. */
export function projectSeen(caller: Caller, row: RowSql): string {
  return inProjects(projectsOf(caller), row.column('id'), row);
}

/**
 * Mirrors `is_member` of `PodStanding` (libs/domain/src/pods.ts): the caller is in the pod.
 * @param podName SQL expression for the name of the pod
 */
export function callerInPod(caller: Pick<Caller, 'email'>, podName: string, binds: Binds): string {
  return `EXISTS (
    SELECT FROM core.pod_member AS place
    WHERE place.pod_name = ${podName} AND place.user_email = ${binds.bind(caller.email, 'text')})`;
}

/** Mirrors `maySeeUser` (libs/domain/src/users.ts): the rows of core.app_user that the caller sees. */
export function userSeen(caller: Caller, row: RowSql): string {
  const projects = projectsWithVisibleUsers(caller);
  if (projects === 'all') return 'TRUE';
  return `(${row.column('id')} = ${row.bind(caller.userId, 'integer')} OR ${row.column('id')} IN (
    SELECT held.user_id FROM core.user_grant AS held
    WHERE ${inProjects(projects, 'held.project_id', row)}))`;
}

/** Mirrors `maySeeGrant`: the rows of core.user_role, by alias, that the caller sees. */
export function grantSeen(caller: Caller, alias: string, binds: Binds): string {
  const projects = projectsWithVisibleUsers(caller);
  if (projects === 'all') return 'TRUE';
  return `(${alias}.user_id = ${binds.bind(caller.userId, 'integer')} OR
    ${inProjects(projects, `${alias}.project_id`, binds)})`;
}

/** Mirrors `maySeeImport` (libs/domain/src/uploads.ts): the visible rows of core.task_import. */
export function importSeen(caller: Caller, row: RowSql): string {
  if (seesAllImports(caller)) return 'TRUE';
  return `${row.column('uploaded_by')} = ${row.bind(caller.userId, 'integer')}`;
}

/** Mirrors `maySeeStat` (libs/domain/src/custom-stats.ts), for the statistics of one project. */
export function statSeen(caller: Caller, projectId: number, row: RowSql): string {
  if (managesStats(caller, projectId)) return 'TRUE';
  if (seesStatsForLeads(caller, projectId)) return row.column('is_active');
  return `(${row.column('is_active')} AND ${row.column('audience')} = 'members')`;
}

/**
 * The alerts of one project that the caller sees, of `alert` joined with its statistic `stat`: as the statistic, and
 * those on numbers as statistics for leads. `core.may_see_alert` says the same of a user who is told.
 */
export function alertSeen(caller: Caller, projectId: number): string {
  if (managesStats(caller, projectId)) return 'TRUE';
  if (seesStatsForLeads(caller, projectId)) return '(stat.is_active OR alert.number IS NOT NULL)';
  return `(stat.is_active AND stat.audience = 'members')`;
}

/** SQL of the reviews with what decides who sees them. */
export const REVIEWS_OF_TASKS = sql`(
  SELECT review.*, task.project_id, task.turing_batch_id, task.user_email
  FROM core.task_review AS review JOIN core.task USING (turing_task_id))`;

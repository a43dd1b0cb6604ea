import type { Caller } from '@portal/domain/caller';
import { projectsWithVisibleUsers } from '@portal/domain/users';
import { type Binds, inProjects, type RowSql } from './row-sql.js';

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

import type { Caller } from '@portal/domain/caller';
import { projectsWithVisibleUsers } from '@portal/domain/users';
import { inProjects, type RowSql } from './row-sql.js';

/** Mirrors `maySeeUser` (libs/domain/src/users.ts): the rows of core.app_user that the caller sees. */
export function userSeen(caller: Caller, row: RowSql): string {
  const projects = projectsWithVisibleUsers(caller);
  if (projects === 'all') return 'TRUE';
  return `(${row.column('id')} = ${row.bind(caller.userId, 'integer')} OR ${row.column('id')} IN (
    SELECT held.user_id FROM core.user_grant AS held
    WHERE ${inProjects(projects, 'held.project_id', row)}))`;
}

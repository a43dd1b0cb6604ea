import { type Caller, projectsOf } from '@portal/domain/caller';
import { inProjects, type RowSql } from './row-sql.js';

/** Mirrors `belongsTo` (libs/domain/src/caller.ts): the rows of core.project of the caller. */
export function projectSeen(caller: Caller, row: RowSql): string {
  return inProjects(projectsOf(caller), row.column('id'), row);
}

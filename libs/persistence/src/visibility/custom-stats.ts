import type { Caller } from '@portal/domain/caller';
import { managesStats } from '@portal/domain/custom-stats';
import type { RowSql } from './row-sql.js';

/** Mirrors `maySeeStat` (libs/domain/src/custom-stats.ts), for the statistics of one project. */
export function statSeen(caller: Caller, projectId: number, row: RowSql): string {
  return managesStats(caller, projectId) ? 'TRUE' : row.column('is_active');
}

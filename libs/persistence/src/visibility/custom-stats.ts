import type { Caller } from '@portal/domain/caller';
import { managesStats, seesStatsForLeads } from '@portal/domain/custom-stats';
import type { RowSql } from './row-sql.js';

/** Mirrors `maySeeStat` (libs/domain/src/custom-stats.ts), for the statistics of one project. */
export function statSeen(caller: Caller, projectId: number, row: RowSql): string {
  if (managesStats(caller, projectId)) return 'TRUE';
  if (seesStatsForLeads(caller, projectId)) return row.column('is_active');
  return `(${row.column('is_active')} AND ${row.column('audience')} = 'members')`;
}

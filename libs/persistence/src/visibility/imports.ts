import type { Caller } from '@portal/domain/caller';
import { seesAllImports } from '@portal/domain/uploads';
import type { RowSql } from './row-sql.js';

/** Mirrors `maySeeImport` (libs/domain/src/uploads.ts): the visible rows of core.task_import. */
export function importSeen(caller: Caller, row: RowSql): string {
  if (seesAllImports(caller)) return 'TRUE';
  return `${row.column('uploaded_by')} = ${row.bind(caller.userId, 'integer')}`;
}

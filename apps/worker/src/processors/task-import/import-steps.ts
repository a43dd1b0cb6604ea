import { META_TASKS_LAST_IMPORTED_AT } from '@portal/contracts/constants';
import type { ImportCounts } from '@portal/contracts/imports';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import { appendFile, CannotAppend } from './append-file.js';
import { endImport } from './import-record.js';
import type { ImportOutcome, ImportRun } from './import-run.js';
import { mergeFile } from './merge-file.js';

/**
 * Runs one import as one transaction on `db`, its own end included: when the transaction is
 * committed the import is completed with its counts, and otherwise nothing has happened.
 * @throws {ImportRefused} when the file, or a row of it, is not acceptable
 */
export async function runImport(db: Client, run: ImportRun): Promise<ImportCounts> {
  const { firstTaskId } = run;
  if (firstTaskId !== undefined && !run.record.dryRun) {
    try {
      return await commit(db, run, () => appendFile(db, run, firstTaskId));
    } catch (error) {
      if (!(error instanceof CannotAppend)) throw error;
    }
  }
  return commit(db, run, () => mergeFile(db, run));
}

async function commit(
  db: Client,
  run: ImportRun,
  work: () => Promise<ImportOutcome>,
): Promise<ImportCounts> {
  const { record, reporter, notes } = run;
  await db.query('BEGIN');
  try {
    const { rows, counts } = await work();
    if (!record.dryRun) await db.query(stampLastImport, [META_TASKS_LAST_IMPORTED_AT]);
    reporter.report({ phase: 'committing', bytesDone: record.bytesTotal, rowsDone: rows });
    // The statistics move now rather than with the COMMIT: so the end is noted after them, and until
    // then the import can be cancelled.
    await db.query('SET CONSTRAINTS ALL IMMEDIATE');
    await reporter.stop();
    run.signal.throwIfAborted();
    await endImport(
      db,
      record.id,
      { state: 'completed' },
      {
        counts,
        rowsTotal: rows,
        rowsDone: rows,
        bytesDone: record.bytesTotal,
        errors: notes.errors,
        warnings: notes.warnings,
        notes: notes.inFileOrder(),
      },
    );
    await db.query('COMMIT');
    return counts;
  } catch (error) {
    await db.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

const stampLastImport = sql`
INSERT INTO core.meta (key, value, updated_at)
VALUES ($1, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), now())
ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
`;

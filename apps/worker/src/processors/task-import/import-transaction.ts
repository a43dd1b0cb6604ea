import type { ImportCounts } from '@portal/contracts/imports';
import { sql } from '@portal/persistence/sql';
import { transactionOn } from '@portal/persistence/db';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import { traced } from '@portal/platform/tracing';
import type { Client } from 'pg';
import { appendFile, CannotAppend } from './append-file.js';
import { refuseArchived } from './archived-projects.js';
import { emptyBefore, filledAmong } from './filled-projects.js';
import type { ImportAttempt, ImportOutcome } from './import-attempt.js';
import { undoImport } from './undo/undo-import.js';
import { mergeFile } from './merge-file.js';
import { analyzeIfEmpty } from './planner-statistics.js';

/**
 * Imports the file and finishes the import in one transaction on `db`. Either the import is completed
 * with its counts, or nothing has changed.
 * @throws {ConfirmationNeeded} if somebody has to say yes to what it changes
 * @throws {ImportRefused} if the file or one of its rows is invalid
 */
export async function runImportTransaction(
  db: Client,
  attempt: ImportAttempt,
): Promise<ImportCounts> {
  const { firstTaskId } = attempt;
  const { undoes } = attempt.claimed;
  if (undoes !== null)
    return commit(db, attempt, () => traced('undo import', () => undoImport(db, attempt, undoes)));
  if (firstTaskId !== undefined && !attempt.claimed.dryRun) {
    try {
      return await commit(db, attempt, () =>
        traced('append file', () => appendFile(db, attempt, firstTaskId)),
      );
    } catch (error) {
      if (!(error instanceof CannotAppend)) throw error;
    }
  }
  return commit(db, attempt, () => traced('merge file', () => mergeFile(db, attempt)));
}

async function commit(
  db: Client,
  attempt: ImportAttempt,
  work: () => Promise<ImportOutcome>,
): Promise<ImportCounts> {
  const { claimed, reporter, issues, signal } = attempt;
  const keptDays = claimed.dryRun ? 0 : attempt.historyDays;
  return transactionOn(db, async (tx) => {
    const imports = new ImportRepository(tx);
    await tx.query(nameImport, [claimed.id, keptDays > 0 ? 'on' : 'off']);
    const { rows, ...result } = await work();
    const isImport = !claimed.dryRun && claimed.undoes === null;
    if (!claimed.dryRun) await analyzeIfEmpty(db);
    const changed = claimed.dryRun ? [] : await imports.changedProjects();
    // Also the projects that tasks have left.
    await refuseArchived(db, changed);
    reporter.report({ phase: 'committing', bytesDone: claimed.bytesTotal, rowsDone: rows });
    const empty = isImport ? await emptyBefore(tx) : [];
    // All that can come before the update of the read models does: from it to the end, edits wait.
    await imports.storeIssues(claimed.id, issues.inFileOrder());
    // The read models are updated now and not by COMMIT: `finished_at` includes the update, and the
    // import can be cancelled during it.
    await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
    // Last, because imports of all projects write this row.
    if (isImport) await imports.stampLastImport();
    await reporter.stop();
    signal.throwIfAborted();
    const filledProjects = await filledAmong(tx, empty);
    await imports.finish(
      claimed.id,
      { state: 'completed', ...result, filledProjects, keptDays },
      {
        rowsTotal: rows,
        rowsDone: rows,
        bytesDone: claimed.bytesTotal,
        errors: issues.errors,
        warnings: issues.warnings,
        issueFields: issues.fields,
      },
    );
    if (changed.length > 0) await imports.record(claimed.id, changed);
    return result.counts;
  });
}

/** So that the database notes which import changes a task, and keeps the values of before. */
const nameImport = sql`
SELECT set_config('portal.import', $1, true), set_config('portal.import_history', $2, true)`;

import type { ImportCounts } from '@portal/contracts/imports';
import { sql } from '@portal/persistence/sql';
import { type Transaction, transactionOn } from '@portal/persistence/db';
import type { ImportResult } from '@portal/persistence/imports/import-models';
import { ImportRuns } from '@portal/persistence/imports/import-runs';
import { countUse } from '@portal/persistence/use-counts';
import { traced } from '@portal/platform/tracing';
import type { Client } from 'pg';
import { appendFile, CannotAppend } from './append-file.js';
import { emptyBefore, filledAmong } from './filled-projects.js';
import { type ImportAttempt, type ImportOutcome, ImportRefused } from './import-attempt.js';
import { historyProjects, undoImport } from './undo/undo-import.js';
import { mergeStage, stageFile } from './merge-file.js';
import { analyzeIfEmpty } from './planner-statistics.js';
import { inTurn, stagedProjects } from './project-locks.js';

/**
 * Imports the file and finishes the import in one transaction on `db`. Either the import is completed
 * with its counts, or nothing has changed. Reading the file, waiting for the turn and a dry run need no
 * transaction.
 * @throws {ConfirmationNeeded} if somebody has to confirm what it changes
 * @throws {ImportRefused} if the file or one of its rows is invalid
 */
export async function runImportTransaction(
  db: Client,
  attempt: ImportAttempt,
): Promise<ImportCounts> {
  const { firstTaskId } = attempt;
  const { dryRun, undoes } = attempt.claimed;
  if (undoes !== null) {
    return traced('undo import', async () =>
      merged(db, attempt, dryRun ? [] : await historyProjects(db, undoes), (locked) =>
        undoImport(db, attempt, undoes, locked),
      ),
    );
  }
  if (firstTaskId !== undefined && !dryRun) {
    try {
      return await traced('append file', () =>
        transactionOn(db, (tx) =>
          complete(db, tx, attempt, () => appendFile(db, attempt, firstTaskId)),
        ),
      );
    } catch (error) {
      if (!(error instanceof CannotAppend)) throw error;
    }
  }
  return traced('merge file', async () => {
    const read = await stageFile(db, attempt);
    return merged(db, attempt, await stagedProjects(db), (locked) =>
      mergeStage(db, attempt, read, locked),
    );
  });
}

/** @param work gets the locked projects; undefined for a dry run, which waits for nobody */
async function merged(
  db: Client,
  attempt: ImportAttempt,
  projects: readonly number[],
  work: (locked: readonly number[] | undefined) => Promise<ImportOutcome>,
): Promise<ImportCounts> {
  if (!attempt.claimed.dryRun) {
    return inTurn(db, attempt, projects, (tx, locked) =>
      complete(db, tx, attempt, () => work(locked)),
    );
  }
  const outcome = await work(undefined);
  return transactionOn(db, async (tx) => {
    await new ImportRuns(tx).storeIssues(attempt.claimed.id, attempt.issues.inFileOrder());
    return end(tx, attempt, outcome, { keptDays: 0 });
  });
}

async function complete(
  db: Client,
  tx: Transaction,
  attempt: ImportAttempt,
  work: () => Promise<ImportOutcome>,
): Promise<ImportCounts> {
  const { claimed, historyDays: keptDays, issues, reporter } = attempt;
  const runs = new ImportRuns(tx);
  await tx.query(nameImport, [claimed.id, keptDays > 0 ? 'on' : 'off']);
  const outcome = await work();
  const isImport = claimed.undoes === null;
  await analyzeIfEmpty(db);
  const changed = await runs.changedProjects();
  await refuseLost(attempt, changed);
  const { rows: rowsDone } = outcome;
  reporter.report({ phase: 'committing', bytesDone: claimed.bytesTotal, rowsDone });
  const empty = isImport ? await emptyBefore(tx) : [];
  // All that can come before the update of the read models does: from it to the end, edits wait.
  await runs.storeIssues(claimed.id, issues.inFileOrder());
  // The read models are updated now and not by COMMIT: `finished_at` includes the update, and the
  // import can be cancelled during it.
  await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
  // Last, because imports of all projects write this row.
  if (isImport) await runs.storeImportTime();
  const filledProjects = await filledAmong(tx, empty);
  const counts = await end(tx, attempt, outcome, { keptDays, filledProjects });
  const { count: conflicts = 0, stored: [conflict] = [] } = outcome.conflicts ?? {};
  if (conflict) {
    const { project_id: projectId } = conflict;
    const use = { feature: 'conflict_settled', userId: claimed.uploadedBy, projectId } as const;
    await countUse(tx, { ...use, uses: conflicts });
  }
  if (changed.length > 0) await runs.record(claimed.id, changed);
  return counts;
}

/** @throws {ImportRefused} if the uploader has lost the right to upload into one of the changed projects */
async function refuseLost({ readScope }: ImportAttempt, changed: readonly number[]): Promise<void> {
  const { allowedProjects } = await readScope();
  if (allowedProjects === null || changed.every((id) => allowedProjects.includes(id))) return;
  throw new ImportRefused(
    'The uploader may no longer upload to a project of the import; nothing was imported',
    'forbidden',
  );
}

async function end(
  tx: Transaction,
  { claimed, issues, reporter, signal }: ImportAttempt,
  { rows, ...result }: ImportOutcome,
  more: Pick<ImportResult, 'keptDays' | 'filledProjects'>,
): Promise<ImportCounts> {
  await reporter.stop();
  signal.throwIfAborted();
  await new ImportRuns(tx).finish(
    claimed.id,
    { state: 'completed', ...result, ...more },
    {
      rowsTotal: rows,
      rowsDone: rows,
      bytesDone: claimed.bytesTotal,
      errors: issues.errors,
      warnings: issues.warnings,
      issueFields: issues.fields,
      issueGroups: issues.groups.all,
    },
  );
  return result.counts;
}

/** So that the database notes which import changes a task, and keeps the former values. */
const nameImport = sql`
SELECT set_config('portal.import', $1, true), set_config('portal.import_history', $2, true)`;

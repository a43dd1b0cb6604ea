import type { Client } from 'pg';
import { needsYes } from '@portal/domain/import-shares';
import { ConfirmationNeeded, type ImportAttempt, type ImportOutcome } from './import-attempt.js';
import { refuseArchived } from './archived-projects.js';
import { measureShares, shareLimitsOf } from './rules/shares.js';
import { removeRuleBreakers } from './rules/stored-rules.js';
import { mergeBatches } from './merge/batches.js';
import { copyBlock } from './merge/copy-block.js';
import { compareTasks, writeTasks } from './merge/merge-tasks.js';
import {
  createStage,
  removeForeignTasks,
  removeIncompleteTasks,
  settleStage,
} from './merge/stage.js';
import { planForLookups, stagedDeliveryBatches } from './merge/task-statements.js';
import { analyzeIfEmpty, keepAutovacuumAway } from './planner-statistics.js';
import { lockProjects, stagedProjects } from './project-locks.js';
import { acceptReading, readRows, refuseErrors } from './import-reading.js';

/**
 * Copies the file into temporary tables and merges them into the stored tasks.
 * @throws {ConfirmationNeeded} before anything is locked or written
 */
export async function mergeFile(db: Client, attempt: ImportAttempt): Promise<ImportOutcome> {
  const { reporter, issues, rules, signal } = attempt;
  const { allowedProjects } = attempt.scope;
  const { confirmed, dryRun, onOlder } = attempt.claimed;
  await createStage(db);
  const read = await readRows(attempt, 'stage', (block) => copyBlock(db, block));
  acceptReading(attempt, read);

  reporter.report({ phase: 'merging', rowsDone: 0 });
  await settleStage(db, read.ascending, issues);
  signal.throwIfAborted();
  const projects = await stagedProjects(db);
  await refuseArchived(db, projects);
  // A dry run writes nothing, so it waits for no import that merges.
  if (!dryRun) {
    await lockProjects(db, attempt, projects);
    await keepAutovacuumAway(db);
  }
  await analyzeIfEmpty(db);
  await db.query(planForLookups);
  if (allowedProjects !== null) await removeForeignTasks(db, allowedProjects, issues);
  await removeIncompleteTasks(db, issues);
  if (read.hasRuledGaps) await removeRuleBreakers(db, rules, issues);
  reporter.report({ errors: issues.errors, warnings: issues.warnings });
  refuseErrors(attempt);

  let rowsDone = 0;
  const advance = (tasks: number) => {
    rowsDone += tasks;
    reporter.report({ rowsDone });
    signal.throwIfAborted();
  };
  const limits = shareLimitsOf(attempt.claimed.rules);
  const { counts, older, sample, changes } = await compareTasks(
    db,
    allowedProjects,
    onOlder,
    issues,
    ({ insert, update, unchanged }) => advance(dryRun ? insert + update + unchanged : unchanged),
    limits.length > 0,
  );
  reporter.report({ warnings: issues.warnings });
  const named = await db.query<{ delivery_batches: number }>(stagedDeliveryBatches);
  const delivery_batches = named.rows[0]?.delivery_batches ?? 0;
  const measured = await measureShares(db, limits, changes);
  const outcome: ImportOutcome = {
    ...{ rows: read.rows, counts: { ...counts, delivery_batches }, older, sample },
    ...measured,
  };
  if (dryRun) return outcome;
  if (needsYes(measured.shares ?? [], confirmed)) throw new ConfirmationNeeded(outcome);
  // From here on edits of these tasks and batches wait.
  await mergeBatches(db);
  await writeTasks(db, allowedProjects, advance);
  return outcome;
}

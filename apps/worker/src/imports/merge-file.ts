import { MAX_SAMPLED_TASKS } from '@portal/contracts/imports';
import type { Client } from 'pg';
import { transactionOn } from '@portal/persistence/db';
import { needsConfirmation } from '@portal/domain/import-shares';
import type { FoundConflicts } from '@portal/persistence/imports/import-models';
import type { UploadScope } from '@portal/persistence/visibility/uploads';
import {
  ConfirmationNeeded,
  type ImportAttempt,
  type ImportOutcome,
  JudgeAgain,
} from './import-attempt.js';
import { measureShares, shareLimitsOf } from './rules/shares.js';
import { removeRuleBreakers } from './merge/stored-rules.js';
import { mergeBatches } from './merge/batches.js';
import { conflictsOf, warnOfConflicts } from './merge/conflicts.js';
import { copyBlock } from './merge/copy-block.js';
import { placeReviews } from './merge/place-reviews.js';
import {
  compareTasks,
  lockTasks,
  projectsLeft,
  sampleOf,
  sampleOfNew,
  totalsOf,
  warnOfOlder,
  writeTasks,
} from './merge/merge-tasks.js';
import { previewOf } from './merge/preview.js';
import {
  createStage,
  removeForeignTasks,
  removeIncompleteTasks,
  removeLostProjects,
  settleStage,
} from './merge/stage.js';
import type { StagedRows } from './merge/staged-rows.js';
import { planForLookups, stagedDeliveryBatches } from './merge/task-statements.js';
import { analyzeIfEmpty, keepAutovacuumAway } from './planner-statistics.js';
import { keepProjects, stagedProjects } from './project-locks.js';
import { acceptReading, readRows, refuseErrors } from './import-reading.js';
import type { ReadEnd } from './reader/read-task-file.js';

/** Copies the file into temporary tables, each statement by itself. */
export async function stageFile(db: Client, attempt: ImportAttempt): Promise<ReadEnd> {
  await createStage(db);
  const read = await readRows(attempt, 'stage', (block) => copyBlock(db, block));
  acceptReading(attempt, read);
  attempt.reporter.report({ phase: 'merging', rowsDone: 0 });
  const isOfReviews = attempt.claimed.settings?.rows === 'reviews';
  if (isOfReviews) await placeReviews(db, attempt.issues);
  await settleStage(db, read.ascending || isOfReviews, attempt.issues);
  attempt.signal.throwIfAborted();
  return read;
}

/**
 * Merges the stage into the stored tasks. What a wait may have changed is judged after it: rights and projects
 * after that for the turn, tasks after that for their locks.
 * @param locked the projects that nobody else changes; undefined for a dry run, which writes and locks nothing
 * @throws {ConfirmationNeeded} if somebody has to confirm what it changes
 * @throws {JudgeAgain} if tasks leave other projects
 */
export async function mergeStage(
  db: Client,
  attempt: ImportAttempt,
  read: ReadEnd,
  locked: readonly number[] | undefined,
): Promise<ImportOutcome> {
  const { reporter, issues, rules, signal } = attempt;
  const { confirmed, onConflict, onOlder, rules: projectRules } = attempt.claimed;
  await keepProjects(db, locked ?? (await stagedProjects(db)));
  const scope = await attempt.readScope();
  const { allowedProjects } = scope;
  if (locked) await keepAutovacuumAway(db);
  await (locked ? analyzeIfEmpty(db) : transactionOn(db, () => analyzeIfEmpty(db)));
  await db.query(planForLookups);
  await removeLostProjects(db, stillAllowed(attempt.scope, scope), issues);
  const judge = async (rows: StagedRows): Promise<void> => {
    if (allowedProjects !== null) await removeForeignTasks(db, rows, allowedProjects, issues);
    await removeIncompleteTasks(db, rows, issues);
    if (read.hasRuledGaps) await removeRuleBreakers(db, rows, rules, issues);
    reporter.report({ errors: issues.errors, warnings: issues.warnings });
    refuseErrors(attempt);
  };
  await judge('all');

  let rowsDone = 0;
  const advance = (tasks: number) => {
    rowsDone += tasks;
    reporter.report({ rowsDone });
    signal.throwIfAborted();
  };
  const comparing = { allowedProjects, onConflict, onOlder };
  await compareTasks(db, comparing, ({ all, unchanged }) => advance(locked ? unchanged : all));
  // From here on edits of these tasks wait.
  if (locked) await lockTasks(db, comparing, judge);
  const left = (await projectsLeft(db)).filter((id) => !locked?.includes(id));
  if (locked && left.length > 0) throw new JudgeAgain(left);
  await keepProjects(db, left);

  const sample = [...(await sampleOf(db))];
  if (!locked) sample.push(...(await sampleOfNew(db, MAX_SAMPLED_TASKS - sample.length)));
  const preview = locked ? undefined : await previewOf(db);
  const limits = shareLimitsOf(projectRules);
  const found = async (): Promise<ImportOutcome & { conflicts: FoundConflicts }> => {
    const { counts, older } = await totalsOf(db);
    const named = await db.query<{ delivery_batches: number }>(stagedDeliveryBatches);
    const delivery_batches = named.rows[0]?.delivery_batches ?? 0;
    const measured = await measureShares(db, limits);
    const outcome = {
      rows: read.rows,
      counts: { ...counts, delivery_batches },
      older,
      conflicts: await conflictsOf(db, onConflict),
      sample,
      preview,
    };
    const isRefused = locked && needsConfirmation(measured.shares ?? [], confirmed);
    if (!isRefused) return { ...outcome, ...measured };
    await warnOfOlder(db, older, onOlder, issues);
    warnOfConflicts(outcome.conflicts, onConflict, issues);
    throw new ConfirmationNeeded({ ...outcome, ...measured });
  };
  let outcome = await found();
  if (locked) {
    await mergeBatches(db);
    let isJudgedAgain = false;
    const judgeAgain = (rows: StagedRows): Promise<void> => {
      isJudgedAgain = true;
      return judge(rows);
    };
    await writeTasks(db, comparing, judgeAgain, advance);
    if (isJudgedAgain) outcome = await found();
  }
  await warnOfOlder(db, outcome.older, onOlder, issues);
  warnOfConflicts(outcome.conflicts, onConflict, issues);
  reporter.report({ warnings: issues.warnings });
  return outcome;
}

/** The projects that may be uploaded to as before; in files one may have another number since. */
function stillAllowed(before: UploadScope, now: UploadScope): number[] {
  const numbers = new Map([...now.projects].map(([number, id]) => [id, number]));
  const renumbered = [...before.projects].filter(([number, id]) => numbers.get(id) !== number);
  const moved = new Set(renumbered.map(([, id]) => id));
  return [...now.projectIds].filter((id) => before.projectIds.has(id) && !moved.has(id));
}

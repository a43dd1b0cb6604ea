import type { Client } from 'pg';
import { lockMerges } from './import-connection.js';
import {
  acceptReading,
  type ImportOutcome,
  type ImportRun,
  readRows,
  refuseErrors,
} from './import-run.js';
import { mergeBatches } from './merge/batches.js';
import { copyBlock } from './merge/copy-block.js';
import { mergeTasks } from './merge/merge-tasks.js';
import { createStage, removeForeignTasks, settleStage } from './merge/stage.js';
import { planForLookups, stagedDeliveryBatches } from './merge/task-statements.js';

/** Copies the file into temporary tables and merges those with what is stored. */
export async function mergeFile(db: Client, run: ImportRun): Promise<ImportOutcome> {
  const { reporter, notes, signal } = run;
  const { allowedProjects } = run.scope;
  const { dryRun } = run.record;
  await createStage(db);
  const read = await readRows(run, 'stage', (block) => copyBlock(db, block));
  acceptReading(run, read);

  reporter.report({ phase: 'merging', rowsDone: 0 });
  await settleStage(db, read.ascending, notes);
  signal.throwIfAborted();
  await lockMerges(db);
  await db.query(planForLookups);
  if (allowedProjects !== null) await removeForeignTasks(db, allowedProjects, notes);
  reporter.report({ errors: notes.errors, warnings: notes.warnings });
  refuseErrors(run);

  if (!dryRun) await mergeBatches(db);
  const counts = await mergeTasks(db, {
    allowedProjects,
    dryRun,
    onTasks: (rowsDone) => {
      reporter.report({ rowsDone });
      signal.throwIfAborted();
    },
  });
  const named = await db.query<{ delivery_batches: number }>(stagedDeliveryBatches);
  const delivery_batches = named.rows[0]?.delivery_batches ?? 0;
  return { rows: read.rows, counts: { ...counts, delivery_batches } };
}

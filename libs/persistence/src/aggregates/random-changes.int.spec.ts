import { runs } from '@portal/testing/runs';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rebuildAggregates } from './rebuild.js';
import {
  transaction,
  type Statement,
  type Transaction,
} from './spec-support/random-transactions.js';
import { verifyAggregates } from './verify.js';

describe('aggregates under random changes', () => {
  let database: TestDatabase;
  let writer: QueryClient;
  let listener: QueryClient;
  let notified: string[];

  beforeAll(async () => {
    database = await testDatabase();
    writer = await connectTo(database.url);
    listener = await connectTo(database.url);
    notified = await listener.listen('portal_revision');
    await writer.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
  });

  beforeEach(async () => {
    await emptyTasks(writer);
  });

  afterAll(async () => {
    await writer.close();
    await listener.close();
    await database.drop();
  });

  it('AGG-1 AGG-2 AGG-3 equal a recount after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 6 }), async (history) => {
        await emptyTasks(writer);
        for (const { statements, end } of history) {
          await run(writer, statements, end);
          expect(await verifyAggregates(writer)).toEqual([]);
        }
        expect(await leftPending(writer)).toBe(0);
      }),
      { numRuns: runs(8) },
    );
  });

  it('REV-1 REV-2 REV-3 move by one per commit that changes a project, and say so', async () => {
    await fc.assert(
      fc.asyncProperty(transaction, async ({ statements, end }) => {
        const before = await projectStates(writer);
        await listener.query('SELECT 1');
        notified.length = 0;
        await run(writer, statements, end);
        const after = await projectStates(writer);
        await listener.query('SELECT 1');

        const announced: string[] = [];
        for (const [index, project] of after.entries()) {
          const earlier = before[index];
          const step = project.revision - (earlier?.revision ?? 0);
          if (end === 'ROLLBACK') expect(step).toBe(0);
          if (project.contents !== earlier?.contents) expect(step).toBe(1);
          expect(step).toBeLessThanOrEqual(1);
          if (step === 1) {
            announced.push(
              JSON.stringify({ project_id: project.project_id, revision: project.revision }),
            );
          }
        }
        expect(notified.map((payload) => JSON.stringify(JSON.parse(payload))).sort()).toEqual(
          announced.sort(),
        );
      }),
      { numRuns: runs(6) },
    );
  });
});

/** Starts from correct aggregates after a failure, so that a counterexample shrinks. */
async function emptyTasks(db: QueryClient): Promise<void> {
  await db.query('ROLLBACK');
  await db.query('DELETE FROM core.task');
  await db.query('DELETE FROM core.batch');
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    SELECT project, batch, 'Batch' FROM generate_series(1, 2) project, generate_series(1, 2) batch`);
  await db.query('BEGIN');
  await rebuildAggregates(db);
  await db.query('COMMIT');
}

/**
 * Statements may fail (for example, because a batch was renumbered), so each has its own savepoint.
 */
async function run(
  db: QueryClient,
  statements: readonly Statement[],
  end: Transaction['end'],
): Promise<void> {
  await db.query('BEGIN');
  for (const [text, values] of statements) {
    if (/^(SAVEPOINT|ROLLBACK|RELEASE)/.test(text)) {
      await db.query(text);
      continue;
    }
    await db.query('SAVEPOINT statement');
    try {
      await db.query(text, values);
      await db.query('RELEASE statement');
    } catch (error) {
      if (!isExpected(error)) throw error;
      await db.query('ROLLBACK TO statement');
    }
  }
  await db.query(end);
}

/** 23503: the batch now has another number; 23505: the number is already in use. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23505')
  );
}

async function leftPending(db: QueryClient): Promise<number> {
  const [row] = await db.query<{ left: number }>(`SELECT
    (SELECT count(*) FROM agg.touched) + (SELECT count(*) FROM agg.pending_cell)
    + (SELECT count(*) FROM agg.pending_duration) + (SELECT count(*) FROM agg.pending_slot)
    + (SELECT count(*) FROM agg.pending_user) + (SELECT count(*) FROM agg.pending_activity)
    + (SELECT count(*) FROM agg.pending_desk) + (SELECT count(*) FROM agg.pending_round) AS left`);
  return row?.left ?? -1;
}

interface ProjectState {
  readonly project_id: number;
  readonly revision: number;
  readonly contents: string;
}

async function projectStates(db: QueryClient): Promise<readonly ProjectState[]> {
  return db.query<ProjectState>(`
    SELECT project.id AS project_id,
      (SELECT revision FROM agg.project_revision WHERE project_id = project.id) AS revision,
      md5(concat(
        (SELECT string_agg(task::text, '|' ORDER BY turing_task_id) FROM core.task
          WHERE task.project_id = project.id),
        (SELECT string_agg(review::text, '|' ORDER BY turing_task_id, turing_review_id)
          FROM core.task_review AS review JOIN core.task USING (turing_task_id)
          WHERE task.project_id = project.id),
        (SELECT string_agg(batch::text, '|' ORDER BY turing_batch_id) FROM core.batch
          WHERE batch.project_id = project.id))) AS contents
    FROM core.project WHERE id > 0 ORDER BY id`);
}

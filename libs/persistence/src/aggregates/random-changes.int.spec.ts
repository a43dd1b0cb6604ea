import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rebuildAggregates } from './rebuild.js';
import { verifyAggregates } from './verify.js';

/** A statement with its parameters. */
type Statement = readonly [text: string, values?: unknown[]];

interface Transaction {
  readonly statements: readonly Statement[];
  readonly end: 'COMMIT' | 'ROLLBACK';
}

const TASK_IDS = [1, 2, 3, 4, 5, 6, 7, 8];
const taskId = fc.constantFrom(...TASK_IDS);
const taskIds = fc.uniqueArray(taskId, { minLength: 1, maxLength: 5 });

/** Seven times of ten the first, so that tasks meet in the same rows of the read models. */
function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(usual) },
    { weight: 3, arbitrary: fc.constantFrom(...others) },
  );
}

/** Around midnight and both clock changes of the reporting zone, and within one slot. */
const instant = mostly<string | null>(
  '2026-03-08T10:30:00Z',
  null,
  '2026-03-08T09:59:59Z',
  '2026-03-08T10:00:00Z',
  '2026-03-09T06:59:59.999Z',
  '2026-03-09T07:00:00Z',
  '2026-11-01T08:30:00Z',
  '2026-11-01T09:30:00Z',
  '2026-11-02T07:59:59Z',
  '2026-11-02T08:00:00Z',
  '2026-11-02T08:07:00Z',
  '2026-11-02T08:14:59.999999Z',
);

const columns = {
  project_id: mostly(1, 2),
  turing_batch_id: mostly(1, 2),
  user_email: mostly<string | null>('a@example.com', null, 'b@example.com'),
  status: mostly(
    'reviewed',
    'completed',
    'delivered',
    'in_progress',
    'pending',
    'rework',
    'ready_for_review',
    'on_the_moon',
  ),
  number_of_turns: fc.integer({ min: 0, max: 3 }),
  duration_minutes: fc.constantFrom(null, '0', '5', '5.5', '7', '7.00', '90'),
  completed_at: instant,
  created_at: instant,
  updated_at: instant,
  colab_link: fc.constantFrom(null, 'https://example.com/1', 'https://example.com/2'),
  target_model: mostly<string | null>(null, 'small', 'large'),
  validation_status: mostly<string | null>(null, 'passed', 'failed', 'pending'),
};
const COLUMNS = Object.keys(columns);

const task = fc.record({ turing_task_id: taskId, ...columns });
const tasks = fc.uniqueArray(task, {
  minLength: 1,
  maxLength: 5,
  selector: (row) => row.turing_task_id,
});

const TASK_ROWS =
  'SELECT (jsonb_populate_record(NULL::core.task, row)).* FROM jsonb_array_elements($1::jsonb) AS row';
const REVIEW_ROWS = `SELECT review.* FROM jsonb_array_elements($1::jsonb) AS row,
  jsonb_populate_record(NULL::core.task_review, row) AS review
  WHERE EXISTS (SELECT FROM core.task WHERE task.turing_task_id = review.turing_task_id)`;

const insertTasks = tasks.map((rows): Statement => [
  `INSERT INTO core.task ${TASK_ROWS} ON CONFLICT DO NOTHING`,
  [JSON.stringify(rows)],
]);

const upsertTasks = tasks.map((rows): Statement => [
  `INSERT INTO core.task ${TASK_ROWS} ON CONFLICT (turing_task_id) DO UPDATE SET
      ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  [JSON.stringify(rows)],
]);

const mergeTasks = fc
  .tuple(tasks, fc.constantFrom('UPDATE SET status = new.status', 'DELETE'))
  .map(([rows, matched]): Statement => [
    `MERGE INTO core.task USING (${TASK_ROWS}) AS new ON new.turing_task_id = task.turing_task_id
      WHEN MATCHED THEN ${matched}
      WHEN NOT MATCHED THEN INSERT (turing_task_id, ${COLUMNS.join(', ')})
        VALUES (new.turing_task_id, ${COLUMNS.map((name) => `new.${name}`).join(', ')})`,
    [JSON.stringify(rows)],
  ]);

const editTasks = fc.record(columns, { requiredKeys: [] }).chain((edit) =>
  taskIds.map((ids): Statement => {
    const names = Object.keys(edit);
    const set = names.map((name, index) => `${name} = $${index + 2}`);
    return [
      `UPDATE core.task SET ${set.length > 0 ? set.join(', ') : 'status = status'}
        WHERE turing_task_id = ANY ($1)`,
      [ids, ...Object.values(edit)],
    ];
  }),
);

const deleteTasks = taskIds.map((ids): Statement => [
  'DELETE FROM core.task WHERE turing_task_id = ANY ($1)',
  [ids],
]);

/** A task with reviews cannot change its key. */
const renumberTask = fc.tuple(taskId, taskId).map(([from, to]): Statement => [
  `UPDATE core.task SET turing_task_id = $2 WHERE turing_task_id = $1
      AND NOT EXISTS (SELECT FROM core.task_review WHERE turing_task_id = $1)
      AND NOT EXISTS (SELECT FROM core.task WHERE turing_task_id = $2)`,
  [from, to],
]);

/** Its tasks follow by the foreign key. */
const renumberBatch = fc.constantFrom<Statement>(
  ['UPDATE core.batch SET turing_batch_id = turing_batch_id + 10 WHERE turing_batch_id = 1'],
  ['UPDATE core.batch SET turing_batch_id = turing_batch_id - 10 WHERE turing_batch_id = 11'],
);

const reviews = fc.uniqueArray(
  fc.record({
    turing_task_id: taskId,
    turing_review_id: fc.constantFrom(1, 2, 3),
    status: fc.constantFrom('accepted', 'refused'),
    submitted_at: instant,
  }),
  {
    minLength: 1,
    maxLength: 6,
    selector: (review) => `${review.turing_task_id}/${review.turing_review_id}`,
  },
);

const upsertReviews = reviews.map((rows): Statement => [
  `INSERT INTO core.task_review ${REVIEW_ROWS}
      ON CONFLICT (turing_task_id, turing_review_id) DO UPDATE SET
        status = excluded.status, submitted_at = excluded.submitted_at`,
  [JSON.stringify(rows)],
]);

const editReviews = fc
  .tuple(taskIds, instant)
  .map(([ids, submittedAt]): Statement => [
    'UPDATE core.task_review SET submitted_at = $2 WHERE turing_task_id = ANY ($1)',
    [ids, submittedAt],
  ]);

const moveReviews = fc.tuple(taskId, taskId).map(([from, to]): Statement => [
  `UPDATE core.task_review SET turing_task_id = $2 WHERE turing_task_id = $1
      AND EXISTS (SELECT FROM core.task WHERE turing_task_id = $2)
      AND NOT EXISTS (SELECT FROM core.task_review WHERE turing_task_id = $2)`,
  [from, to],
]);

const deleteReviews = fc
  .tuple(taskIds, fc.constantFrom(1, 2, 3))
  .map(([ids, last]): Statement => [
    'DELETE FROM core.task_review WHERE turing_task_id = ANY ($1) AND turing_review_id <= $2',
    [ids, last],
  ]);

/** Both tables at once: which trigger runs first must not matter. */
const mixed = fc
  .tuple(taskIds, columns.status, reviews, fc.constantFrom('UPDATE', 'DELETE'))
  .map(([ids, status, rows, kind]): Statement => [
    `WITH changed AS (
      ${kind === 'UPDATE' ? 'UPDATE core.task SET status = $3' : 'DELETE FROM core.task'}
      WHERE turing_task_id = ANY ($2) ${kind === 'UPDATE' ? '' : "AND $3 <> ''"}
    ), removed AS (
      DELETE FROM core.task_review WHERE turing_review_id = 2
    )
    INSERT INTO core.task_review ${REVIEW_ROWS} AND review.turing_review_id = 1
      ${kind === 'UPDATE' ? '' : 'AND turing_task_id <> ALL ($2)'}
    ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows), ids, status],
  ]);

const tasksWithReviews = fc.tuple(tasks, instant).map(([rows, submittedAt]): Statement => [
  `WITH created AS (
      INSERT INTO core.task ${TASK_ROWS} ON CONFLICT DO NOTHING RETURNING turing_task_id
    )
    INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
    SELECT turing_task_id, 9, 'accepted', $2 FROM created ON CONFLICT DO NOTHING`,
  [JSON.stringify(rows), submittedAt],
]);

const change = fc.oneof(
  { weight: 2, arbitrary: mixed },
  { weight: 2, arbitrary: tasksWithReviews },
  { weight: 2, arbitrary: insertTasks },
  { weight: 3, arbitrary: upsertTasks },
  mergeTasks,
  { weight: 4, arbitrary: editTasks },
  deleteTasks,
  renumberTask,
  renumberBatch,
  { weight: 4, arbitrary: upsertReviews },
  editReviews,
  moveReviews,
  deleteReviews,
);

const undone = fc
  .array(change, { maxLength: 3 })
  .map((changes): Statement[] => [['SAVEPOINT undone'], ...changes, ['ROLLBACK TO undone']]);
const kept = fc
  .array(change, { maxLength: 3 })
  .map((changes): Statement[] => [['SAVEPOINT kept'], ...changes, ['RELEASE kept']]);

const transaction: fc.Arbitrary<Transaction> = fc.record({
  statements: fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: change.map((only) => [only]) },
        { weight: 1, arbitrary: undone },
        { weight: 1, arbitrary: kept },
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((parts) => parts.flat()),
  end: fc.oneof(
    { weight: 4, arbitrary: fc.constant('COMMIT' as const) },
    { weight: 1, arbitrary: fc.constant('ROLLBACK' as const) },
  ),
});

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
      { numRuns: 100 },
    );
  }, 120_000);

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
      { numRuns: 60 },
    );
  }, 120_000);
});

/** Starts from true aggregates, whatever a failure left, so that a counterexample shrinks. */
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

/** Statements may fail (a batch that was renumbered, say): each has a savepoint of its own. */
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

/** 23503: the batch has another number by now; 23505: so it had before. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23505')
  );
}

async function leftPending(db: QueryClient): Promise<number> {
  const [row] = await db.query<{ left: number }>(`SELECT
    (SELECT count(*) FROM agg.touched) + (SELECT count(*) FROM agg.pending_cell)
    + (SELECT count(*) FROM agg.pending_person) + (SELECT count(*) FROM agg.pending_activity)
    + (SELECT count(*) FROM agg.pending_desk) AS left`);
  return row?.left ?? -1;
}

interface ProjectState {
  readonly project_id: number;
  readonly revision: number;
  readonly contents: string;
}

async function projectStates(db: QueryClient): Promise<ProjectState[]> {
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

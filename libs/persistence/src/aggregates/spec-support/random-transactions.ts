import fc from 'fast-check';

/** A statement with its parameters. */
export type Statement = readonly [text: string, values?: unknown[]];

export interface Transaction {
  readonly statements: readonly Statement[];
  readonly end: 'COMMIT' | 'ROLLBACK';
}

const TASK_IDS = [1, 2, 3, 4, 5, 6, 7, 8];
const taskId = fc.constantFrom(...TASK_IDS);
const taskIds = fc.uniqueArray(taskId, { minLength: 1, maxLength: 5 });

/** The first value in seven of ten cases, so that tasks share rows of the read models. */
function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(usual) },
    { weight: 3, arbitrary: fc.constantFrom(...others) },
  );
}

/** Around midnight and both clock changes of the reporting zone, and within one time slot. */
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

const ALL_COLUMNS = ['turing_task_id', ...COLUMNS];
const TASK_VALUES = `SELECT ${ALL_COLUMNS.map((name) => `task.${name}`).join(', ')}
  FROM jsonb_array_elements($1::jsonb) AS row, jsonb_populate_record(NULL::core.task, row) AS task`;
const TASK_ROWS = `(${ALL_COLUMNS.join(', ')}) ${TASK_VALUES}`;
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
    `MERGE INTO core.task USING (${TASK_VALUES}) AS new ON new.turing_task_id = task.turing_task_id
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

/** The tasks of the batch follow through the foreign key. */
const renumberBatch = fc.constantFrom<Statement>(
  ['UPDATE core.batch SET turing_batch_id = turing_batch_id + 10 WHERE turing_batch_id = 1'],
  ['UPDATE core.batch SET turing_batch_id = turing_batch_id - 10 WHERE turing_batch_id = 11'],
);

const reviews = fc.uniqueArray(
  fc.record({
    turing_task_id: taskId,
    turing_review_id: fc.constantFrom(1, 2, 3),
    status: fc.constantFrom('accepted', 'refused', 'rework', 'pending'),
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

const writeFeedback = fc
  .tuple(taskIds, fc.boolean(), instant)
  .map(([ids, isRework, at]): Statement => [
    `INSERT INTO core.task_feedback (turing_task_id, author_email, words, is_rework, reasons, created_at)
      SELECT turing_task_id, 'r@example.com', 'Why', $2, '{One,Two}', coalesce($3, now())
      FROM core.task WHERE turing_task_id = ANY ($1)`,
    [ids, isRework, at],
  ]);

const changeFeedback = taskIds.chain((ids) =>
  fc
    .constantFrom(
      'UPDATE core.task_feedback SET withdrawn_at = now() WHERE turing_task_id = ANY ($1)',
      'DELETE FROM core.task_feedback WHERE turing_task_id = ANY ($1)',
    )
    .map((text): Statement => [text, [ids]]),
);

/** Back to the former status, as an undo does, and again as an undo of the undo does. */
const undoStatus = fc
  .tuple(taskIds, fc.constantFrom('was', 'became'))
  .map(([ids, which]): Statement => [
    `WITH undo AS MATERIALIZED (SELECT set_config('portal.undoes', '1', true))
    UPDATE core.task SET status = change.${which}
    FROM undo, (SELECT DISTINCT ON (turing_task_id) * FROM core.task_status_change
      ORDER BY turing_task_id, id DESC) AS change
    WHERE task.turing_task_id = change.turing_task_id AND task.turing_task_id = ANY ($1)`,
    [ids],
  ]);

const deleteReviews = fc
  .tuple(taskIds, fc.constantFrom(1, 2, 3))
  .map(([ids, last]): Statement => [
    'DELETE FROM core.task_review WHERE turing_task_id = ANY ($1) AND turing_review_id <= $2',
    [ids, last],
  ]);

/**
 * Changes tasks and reviews in one statement: the result must not depend on which trigger runs
 * first.
 */
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
  { weight: 3, arbitrary: writeFeedback },
  changeFeedback,
  { weight: 2, arbitrary: undoStatus },
);

const undone = fc
  .array(change, { maxLength: 3 })
  .map((changes): Statement[] => [['SAVEPOINT undone'], ...changes, ['ROLLBACK TO undone']]);
const kept = fc
  .array(change, { maxLength: 3 })
  .map((changes): Statement[] => [['SAVEPOINT kept'], ...changes, ['RELEASE kept']]);

/**
 * Changes of tasks, reviews and batches, some of them rolled back to a savepoint; ends with COMMIT
 * or ROLLBACK.
 */
export const transaction: fc.Arbitrary<Transaction> = fc.record({
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

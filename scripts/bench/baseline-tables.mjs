/**
 * Creates a copy of the batches, and empty tables of tasks and reviews, with the columns,
 * constraints, foreign keys and indexes of the portal but without triggers: for plain SQL.
 * @param {import('pg').Client} database
 */
export async function createBaselineTables(database) {
  await database.query(`
    DROP SCHEMA IF EXISTS baseline CASCADE;
    CREATE SCHEMA baseline;
    CREATE TABLE baseline.batch (LIKE core.batch INCLUDING ALL);
    INSERT INTO baseline.batch SELECT * FROM core.batch;
    CREATE TABLE baseline.task (LIKE core.task INCLUDING ALL,
      FOREIGN KEY (project_id, turing_batch_id) REFERENCES baseline.batch ON UPDATE CASCADE);
    CREATE TABLE baseline.task_review (LIKE core.task_review INCLUDING ALL,
      FOREIGN KEY (turing_task_id) REFERENCES baseline.task ON DELETE CASCADE);
  `);
}

/**
 * Adds the stored rows, except `count` tasks from the id `first` on, which wait in tables of their own.
 * @param {import('pg').Client} database
 * @param {number} first
 * @param {number} count
 */
export async function fillBaselineTables(database, first, count) {
  const isOfFile = `turing_task_id >= ${first} AND turing_task_id < ${first + count}`;
  await database.query(`
    INSERT INTO baseline.task SELECT * FROM core.task WHERE NOT (${isOfFile});
    INSERT INTO baseline.task_review SELECT * FROM core.task_review WHERE NOT (${isOfFile});
    CREATE TABLE baseline.file_task AS SELECT * FROM core.task WHERE ${isOfFile};
    CREATE TABLE baseline.file_review AS SELECT * FROM core.task_review WHERE ${isOfFile};
  `);
  await database.query('VACUUM (ANALYZE) baseline.task, baseline.task_review');
  await database.query('ANALYZE baseline.file_task, baseline.file_review');
}

/**
 * Milliseconds for the INSERT of the waiting rows.
 * @param {import('pg').Client} database
 */
export function insertRows(database) {
  return timed(
    database,
    `
    INSERT INTO baseline.task SELECT * FROM baseline.file_task;
    INSERT INTO baseline.task_review SELECT * FROM baseline.file_review;`,
  );
}

/**
 * Milliseconds for an UPDATE that changes everything in these rows.
 * @param {import('pg').Client} database
 */
export function updateRows(database) {
  return timed(
    database,
    `
    UPDATE baseline.task SET user_email = file.user_email || 'x', status = 'rework',
      turing_batch_id = file.turing_batch_id, number_of_turns = file.number_of_turns + 1,
      duration_minutes = file.duration_minutes + 1, completed_at = file.completed_at + '1 hour',
      created_at = file.created_at + '1 hour', updated_at = file.updated_at + '1 hour',
      target_model = 'other', validation_status = 'failed'
    FROM baseline.file_task AS file WHERE task.turing_task_id = file.turing_task_id;
    UPDATE baseline.task_review SET reviewer_email = file.reviewer_email || 'x', status = 'failed',
      score = file.score + 1, submitted_at = file.submitted_at + '1 hour'
    FROM baseline.file_review AS file
    WHERE task_review.turing_task_id = file.turing_task_id
      AND task_review.turing_review_id = file.turing_review_id;`,
  );
}

/**
 * @param {import('pg').Client} database
 * @param {string} statements
 */
async function timed(database, statements) {
  const started = performance.now();
  await database.query(`BEGIN; ${statements} COMMIT`);
  return performance.now() - started;
}

/**
 * @param {import('pg').Client} database
 */
export async function dropBaselineTables(database) {
  await database.query('DROP SCHEMA baseline CASCADE');
}

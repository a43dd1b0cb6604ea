/**
 * Creates a copy of the batches, and empty tables of tasks and reviews, with the columns,
 * constraints, foreign keys and indexes of the portal but without triggers: for plain SQL.
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

export async function dropBaselineTables(database) {
  await database.query('DROP SCHEMA baseline CASCADE');
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { history } from './0023-task-history.js';

/** Each change of a task by an import knows the project in which it happened: who may read it is asked there. */
export class ProjectsOfHistory1800000000050 implements MigrationInterface {
  name = 'ProjectsOfHistory1800000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(columns);
    await runner.query(functions);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(functionsOfBefore);
    await runner.query(sql`
ALTER TABLE core.task_before DROP project_id, DROP moved_to;
ALTER TABLE core.task_created DROP project_id;
`);
  }
}

const columns = sql`
ALTER TABLE core.task_before ADD project_id integer, ADD moved_to integer;
COMMENT ON COLUMN core.task_before.project_id IS
  'The project of the task before the change; null if it was not recorded, in version 0.2.0';
COMMENT ON COLUMN core.task_before.moved_to IS 'The project into which the change moved the task; else null';
ALTER TABLE core.task_created ADD project_id integer;
COMMENT ON COLUMN core.task_created.project_id IS
  'The project of the tasks; null if it was not recorded, in version 0.2.0';
`;

const functionsOfBefore = history
  .slice(
    history.indexOf('CREATE FUNCTION core.note_created_tasks'),
    history.indexOf('CREATE TRIGGER note_insert'),
  )
  .replaceAll('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');

const functions = functionsOfBefore
  .replace(
    sql`
    INSERT INTO core.task_created (xid, first_id, last_id, ids)
    SELECT pg_current_xact_id(), min(turing_task_id), max(turing_task_id), array_agg(turing_task_id ORDER BY turing_task_id)
    FROM (
      SELECT turing_task_id, (row_number() OVER (ORDER BY turing_task_id) - 1) / 1000 AS place FROM new_rows
    ) AS numbered
    GROUP BY place
    ORDER BY place;`,
    sql`
    INSERT INTO core.task_created (xid, first_id, last_id, ids, project_id)
    SELECT pg_current_xact_id(), min(turing_task_id), max(turing_task_id), array_agg(turing_task_id ORDER BY turing_task_id), project_id
    FROM (
      SELECT turing_task_id, project_id, (row_number() OVER (PARTITION BY project_id ORDER BY turing_task_id) - 1) / 1000 AS place
      FROM new_rows
    ) AS numbered
    GROUP BY project_id, place
    ORDER BY project_id, place;`,
  )
  .replace(
    sql`
    INSERT INTO core.task_before (turing_task_id, xid, changed_in, before)
    SELECT old_task.turing_task_id, pg_current_xact_id(), old_task.changed_in,`,
    sql`
    INSERT INTO core.task_before (turing_task_id, xid, project_id, moved_to, changed_in, before)
    SELECT old_task.turing_task_id, pg_current_xact_id(), old_task.project_id,
      nullif(new_task.project_id, old_task.project_id), old_task.changed_in,`,
  )
  .replace(
    sql`before = excluded.before || task_before.before;`,
    sql`before = excluded.before || task_before.before,
      moved_to = coalesce(excluded.moved_to, task_before.moved_to);`,
  )
  .replace(
    sql`
    INSERT INTO core.task_before (turing_task_id, xid, changed_in, before)
    SELECT turing_task_id, pg_current_xact_id(), changed_in, to_jsonb(old_task) - 'changed_in' FROM old_rows AS old_task`,
    sql`
    INSERT INTO core.task_before (turing_task_id, xid, changed_in, before, project_id)
    SELECT turing_task_id, pg_current_xact_id(), changed_in, to_jsonb(old_task) - 'changed_in', project_id
    FROM old_rows AS old_task`,
  );

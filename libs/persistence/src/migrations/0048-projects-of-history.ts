import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Each change of a task by an import knows the project in which it happened: who may read it is asked there. */
export class ProjectsOfHistory1800000000050 extends Migration {
  name = 'ProjectsOfHistory1800000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_before ADD project_id integer, ADD moved_to integer;
COMMENT ON COLUMN core.task_before.project_id IS
  'The project of the task before the change; null if it was not recorded, in version 0.2.0';
COMMENT ON COLUMN core.task_before.moved_to IS 'The project into which the change moved the task; else null';
ALTER TABLE core.task_created ADD project_id integer;
COMMENT ON COLUMN core.task_created.project_id IS
  'The project of the tasks; null if it was not recorded, in version 0.2.0'`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** A change of many tasks is recorded in time that grows with their number, and not with its square. */
export class RecordsOfManyTasks1800000000023 implements MigrationInterface {
  name = 'RecordsOfManyTasks1800000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(recordTasks('FULL JOIN'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(recordTasks('JOIN'));
  }
}

const recordTasks = (join: 'FULL JOIN' | 'JOIN') => sql`
CREATE OR REPLACE FUNCTION core.record_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most CONSTANT integer := 10000;
  changed bigint;
  project_id integer;
BEGIN
  IF core.acting_user() IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'DELETE' THEN
    SELECT count(*), min(old_rows.project_id) INTO changed, project_id FROM old_rows;
  ELSE
    SELECT count(*), min(new_rows.project_id) INTO changed, project_id FROM new_rows;
  END IF;
  IF changed > most THEN
    PERFORM core.record_change('task', '*', project_id,
      CASE TG_OP
        WHEN 'UPDATE' THEN '{"tasks": null}'::jsonb
        WHEN 'DELETE' THEN jsonb_build_object('tasks', changed) END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('tasks', changed) END);
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM core.record_change('task', turing_task_id::text, new_rows.project_id, NULL, to_jsonb(new_rows))
    FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM core.record_change('task', turing_task_id::text, old_rows.project_id, to_jsonb(old_rows), NULL)
    FROM old_rows;
  ELSE
    PERFORM core.record_change('task', turing_task_id::text, new_rows.project_id,
      to_jsonb(old_rows), to_jsonb(new_rows))
    FROM new_rows ${join} old_rows USING (turing_task_id);
  END IF;
  RETURN NULL;
END $$`;

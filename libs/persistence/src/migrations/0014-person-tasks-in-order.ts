import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/**
 * A person's tasks come from their two indexes in the order of their list, and are counted there
 * without a look at the tasks: PostgreSQL does so for an expression only where its columns are in
 * the index, too. For the review desk their status is in a third one.
 */
export class PersonTasksInOrder1790000000014 implements MigrationInterface {
  name = 'PersonTasksInOrder1790000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      DROP INDEX core.task_person_completed, core.task_person_open, core.task_list_person;
      CREATE INDEX task_person_completed ON core.task (user_email, completed_at, turing_task_id);
      CREATE INDEX task_list_person ON core.task (project_id, user_email, turing_task_id)
        INCLUDE (status);
      CREATE INDEX task_person_open ON core.task
        (user_email, coalesce(updated_at, created_at, '-infinity'), turing_task_id)
        INCLUDE (updated_at, created_at)
        WHERE completed_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      DROP INDEX core.task_person_completed, core.task_person_open, core.task_list_person;
      CREATE INDEX task_person_completed ON core.task (user_email, completed_at);
      CREATE INDEX task_list_person ON core.task (project_id, user_email, turing_task_id);
      CREATE INDEX task_person_open ON core.task
        (user_email, coalesce(updated_at, created_at, '-infinity'), turing_task_id)
        WHERE completed_at IS NULL;
    `);
  }
}

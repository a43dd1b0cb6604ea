import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/**
 * What statistics of people are read by: a person's tasks that are not completed by their last
 * change, where they were all read before, and the tasks of a period's reviews from the index alone.
 */
export class PeopleReads1790000000012 implements MigrationInterface {
  name = 'PeopleReads1790000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      CREATE INDEX task_person_open ON core.task
        (user_email, coalesce(updated_at, created_at, '-infinity'), turing_task_id)
        WHERE completed_at IS NULL;
      DROP INDEX core.task_review_submitted;
      CREATE INDEX task_review_submitted ON core.task_review (submitted_at, turing_task_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
      DROP INDEX core.task_person_open;
      DROP INDEX core.task_review_submitted;
      CREATE INDEX task_review_submitted ON core.task_review (submitted_at);
    `);
  }
}

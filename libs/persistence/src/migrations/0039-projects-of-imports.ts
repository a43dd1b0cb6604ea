import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** The projects of an import are in one column. */
export class ProjectsOfImports1800000000041 implements MigrationInterface {
  name = 'ProjectsOfImports1800000000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
-- Unused since version 0.1.0: no released version knows the dropped column.
UPDATE core.task_import SET projects = project_ids WHERE project_ids IS NOT NULL;
ALTER TABLE core.task_import DROP project_ids;
COMMENT ON COLUMN core.task_import.projects IS
  'The projects that it merges into, as far as they are known; with shares those of the tasks that it changes, too';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import ADD project_ids integer[];
COMMENT ON COLUMN core.task_import.project_ids IS
  'The projects of its rows and of the tasks that it changes; null without shares';
UPDATE core.task_import SET project_ids = projects WHERE shares IS NOT NULL;
COMMENT ON COLUMN core.task_import.projects IS
  'The projects that it merges into, as far as they are known';
`);
  }
}

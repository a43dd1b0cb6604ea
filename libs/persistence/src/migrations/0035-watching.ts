import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** What operators watch: the workers, the last sync of each project, ended imports, traces of imports. */
export class Watching1800000000037 implements MigrationInterface {
  name = 'Watching1800000000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE UNLOGGED TABLE core.worker (
  id         uuid PRIMARY KEY,
  host       text NOT NULL,
  version    text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at    timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE core.worker IS 'The running workers; each writes its row every few seconds';

CREATE TABLE core.project_sync (
  project_id integer PRIMARY KEY REFERENCES core.project ON DELETE CASCADE,
  synced_at  timestamptz NOT NULL
);
COMMENT ON TABLE core.project_sync IS
  'When a file with tasks of the project was last imported, also if all of them were unchanged';

CREATE INDEX task_import_finished ON core.task_import (finished_at);

ALTER TABLE core.task_import ADD trace_parent text;
COMMENT ON COLUMN core.task_import.trace_parent IS
  'The span that the import continues (W3C traceparent); null without tracing';
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
ALTER TABLE core.task_import DROP trace_parent;
DROP INDEX core.task_import_finished;
DROP TABLE core.project_sync;
DROP TABLE core.worker;
`);
  }
}

import { sql } from '../sql.js';

/** What operators watch beside the data itself. */
export const watching = sql`
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
`;

import { sql } from '../sql.js';

/** The regular work of the workers. */
export const housekeeping = sql`
CREATE TABLE core.chore (
  name   text PRIMARY KEY,
  ran_at timestamptz NOT NULL DEFAULT '-infinity',
  ran_in text
);
COMMENT ON TABLE core.chore IS
  'Regular work of the workers: when it ran last, and the snapshot of that run';
`;

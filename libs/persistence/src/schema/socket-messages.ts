import { sql } from '../sql.js';

/**
 * Not used by this version. Servers of the version before write to it, which may run beside this one: the
 * next version drops it.
 */
export const socketMessages = sql`
CREATE SCHEMA live;

CREATE UNLOGGED TABLE live.socket_attachment (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  payload    bytea
);
`;

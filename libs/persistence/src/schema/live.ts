import { sql } from '../sql.js';

/** Where Socket.IO servers without Redis leave each other messages too long for a notification. */
export const live = sql`
CREATE SCHEMA live;

CREATE UNLOGGED TABLE live.socket_attachment (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  payload    bytea
);
`;

import { sql } from '../sql.js';

/** Messages between Socket.IO servers without Redis that are too long for NOTIFY. */
export const socketMessages = sql`
CREATE SCHEMA live;

CREATE UNLOGGED TABLE live.socket_attachment (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  payload    bytea
);
`;

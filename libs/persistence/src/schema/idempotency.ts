import { sql } from '../sql.js';

/**
 * The keys of requests that can be sent again. Without a foreign key to the user: its check would
 * wait for a change of the user's row, and a claim waits for nothing.
 */
export const idempotency = sql`
CREATE TABLE core.idempotency_key (
  user_id      integer NOT NULL,
  route        text NOT NULL,
  key          text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint  text NOT NULL,
  request_id   uuid NOT NULL UNIQUE,
  claimed_at   timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz NOT NULL,
  is_done      boolean NOT NULL DEFAULT false,
  status       smallint,
  headers      jsonb,
  body         text,
  PRIMARY KEY (user_id, route, key)
);
COMMENT ON COLUMN core.idempotency_key.fingerprint IS 'A hash of all that the request asks for';
COMMENT ON COLUMN core.idempotency_key.request_id IS 'The request that has the key';
COMMENT ON COLUMN core.idempotency_key.leased_until IS
  'Until when this request counts as running; it is renewed';
COMMENT ON COLUMN core.idempotency_key.is_done IS
  'Whether the request has committed a change, with which this is written';
COMMENT ON COLUMN core.idempotency_key.status IS 'Of the kept answer; null if there is none';
`;

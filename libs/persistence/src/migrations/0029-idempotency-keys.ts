import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql.js';

/** Keys with which a request can be sent again, and their answers. */
export class IdempotencyKeys1800000000031 implements MigrationInterface {
  name = 'IdempotencyKeys1800000000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
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
`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(sql`DROP TABLE core.idempotency_key`);
  }
}

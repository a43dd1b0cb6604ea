import type { QueryRunner } from 'typeorm';
import { sql } from '../sql.js';
import { Migration } from './migration.js';

/** Where other systems are told what happens in a project, what they are told, and what they answered. */
export class Webhooks1800000000066 extends Migration {
  name = 'Webhooks1800000000066';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql`
CREATE TABLE core.webhook (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id      integer NOT NULL REFERENCES core.project ON DELETE CASCADE,
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  url             text NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
  types           text[] NOT NULL,
  is_enabled      boolean NOT NULL DEFAULT true,
  disabled_reason text,
  secret_made_at  timestamptz NOT NULL DEFAULT now(),
  failing_since   timestamptz,
  told_revision   bigint,
  told_at         timestamptz,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  UNIQUE (project_id, name)
);
COMMENT ON TABLE core.webhook IS 'Where another system is told what happens in a project';
COMMENT ON COLUMN core.webhook.disabled_reason IS
  'Why the portal has disabled it; null if it is enabled or a person disabled it';
COMMENT ON COLUMN core.webhook.failing_since IS 'When the first try after the last success failed; null if none has';
COMMENT ON COLUMN core.webhook.told_revision IS 'The revision that the last project.changed told of, or that was there when it was enabled';

CREATE TABLE core.webhook_secret (
  webhook_id  integer NOT NULL REFERENCES core.webhook ON DELETE CASCADE,
  made_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  secret      text NOT NULL,
  valid_until timestamptz,
  PRIMARY KEY (webhook_id, made_at)
);
COMMENT ON TABLE core.webhook_secret IS 'What its messages are signed with. Only the worker reads it, and the audit does not have it';
COMMENT ON COLUMN core.webhook_secret.valid_until IS 'Until when one that was replaced signs as well; null for the newest';

CREATE TABLE core.webhook_event (
  id         uuid PRIMARY KEY,
  project_id integer NOT NULL REFERENCES core.project ON DELETE CASCADE,
  type       text NOT NULL,
  payload    jsonb NOT NULL CHECK (octet_length(payload::text) <= 16000),
  revision   bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX webhook_event_created ON core.webhook_event (created_at);
CREATE INDEX webhook_event_project ON core.webhook_event (project_id);
COMMENT ON TABLE core.webhook_event IS 'What happened in a project that webhooks are told of';
COMMENT ON COLUMN core.webhook_event.id IS 'The id of the message, the same at each try and for each webhook';
COMMENT ON COLUMN core.webhook_event.revision IS
  'A revision of the project that has it; null before the first try';

CREATE TABLE core.webhook_delivery (
  event_id   uuid NOT NULL REFERENCES core.webhook_event ON DELETE CASCADE,
  webhook_id integer NOT NULL REFERENCES core.webhook ON DELETE CASCADE,
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  due_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  tries      integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (event_id, webhook_id)
);
CREATE INDEX webhook_delivery_due ON core.webhook_delivery (webhook_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_log ON core.webhook_delivery (webhook_id, created_at DESC, event_id);
COMMENT ON TABLE core.webhook_delivery IS 'What becomes of an event at a webhook';
COMMENT ON COLUMN core.webhook_delivery.due_at IS 'When it is tried next; during a try the end of its lease';
COMMENT ON COLUMN core.webhook_delivery.tries IS 'Since it was written or replayed';

CREATE TABLE core.webhook_try (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event_id   uuid NOT NULL,
  webhook_id integer NOT NULL,
  at         timestamptz NOT NULL,
  took_ms    integer NOT NULL,
  status     integer,
  answer     text,
  problem    text,
  FOREIGN KEY (event_id, webhook_id) REFERENCES core.webhook_delivery ON DELETE CASCADE
);
CREATE INDEX webhook_try_delivery ON core.webhook_try (event_id, webhook_id);
CREATE INDEX webhook_try_webhook ON core.webhook_try (webhook_id);
COMMENT ON TABLE core.webhook_try IS 'What a webhook answered';
COMMENT ON COLUMN core.webhook_try.status IS 'The status of HTTP; null without an answer';
COMMENT ON COLUMN core.webhook_try.answer IS 'The first kilobyte of the answer';
COMMENT ON COLUMN core.webhook_try.problem IS 'Why it was no success; null if it was one';
`);
  }
}

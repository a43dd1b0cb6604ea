import { sql } from '../sql.js';

/** State of sign-ins that all servers share for a minute. A crash of PostgreSQL empties it. */
export const signIn = sql`
CREATE SCHEMA sign_in;

-- Calls of one client to one route until resets_at.
CREATE UNLOGGED TABLE sign_in.calls (
  client    text PRIMARY KEY,
  calls     integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX calls_reset ON sign_in.calls (resets_at);

-- Codes and access tokens of the demo identity provider. Using one deletes it.
CREATE UNLOGGED TABLE sign_in.demo_secret (
  secret     text PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('code', 'access-token')),
  content    jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX demo_secret_expiry ON sign_in.demo_secret (expires_at);
`;

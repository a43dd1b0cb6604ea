import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

interface DemoSecret {
  readonly secret: string;
  readonly kind: string;
  readonly content: object;
  /** How long it is kept. */
  readonly seconds: number;
}

/** Stores a secret of the demo identity provider, and deletes those that are over. */
export async function storeDemoSecret(
  db: Queryable,
  { secret, kind, content, seconds }: DemoSecret,
): Promise<void> {
  await db.query(sql`
    DELETE FROM sign_in.demo_secret WHERE secret IN (
      SELECT secret FROM sign_in.demo_secret WHERE expires_at <= now() FOR UPDATE SKIP LOCKED)`);
  await db.query(
    sql`
      INSERT INTO sign_in.demo_secret (secret, kind, content, expires_at)
      VALUES ($1, $2, $3, now() + $4 * interval '1 second')`,
    [secret, kind, JSON.stringify(content), seconds],
  );
}

/** The content of a secret, once; undefined if it is unknown, used or expired. */
export async function takeDemoSecret(
  db: Queryable,
  kind: string,
  secret: string,
): Promise<unknown> {
  const [taken] = await db.query<{ content: unknown }>(
    sql`
      DELETE FROM sign_in.demo_secret
      WHERE secret = $1 AND kind = $2 AND expires_at > now()
      RETURNING content`,
    [secret, kind],
  );
  return taken?.content;
}

/** Existing accounts and roles stay as they are. @param admin the email of the one with full access */
export async function insertDemoAccounts(
  db: Queryable,
  accounts: readonly { readonly email: string; readonly name: string }[],
  admin: string,
): Promise<void> {
  await db.query(
    sql`
      INSERT INTO core.app_user (email, name) SELECT * FROM unnest($1::text[], $2::text[])
      ON CONFLICT DO NOTHING`,
    [accounts.map(({ email }) => email), accounts.map(({ name }) => name)],
  );
  await db.query(
    sql`
      INSERT INTO core.user_role (user_id, project_id, role_id)
      SELECT app_user.id, ${ALL_PROJECTS_ID}, role.id
      FROM core.app_user, core.role
      WHERE app_user.email = $1 AND role.name = 'admin'
      ON CONFLICT DO NOTHING`,
    [admin],
  );
}

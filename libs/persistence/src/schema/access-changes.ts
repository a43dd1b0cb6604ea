import { sql } from '../sql.js';

/**
 * Rows are only added, one per transaction, so that no transaction waits for another as it would
 * for a counter. A snapshot shows whether each row was committed, which the order of numbers does
 * not.
 */
const note = sql`
CREATE FUNCTION core.note_access_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO agg.access_change VALUES (pg_current_xact_id()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
`;

/**
 * Every change that can affect the lookup of a user by session or API token: inserted or deleted
 * rows, and updates of these columns.
 */
const CHANGES = {
  app_user: ['DELETE', 'id, email, name, is_active'],
  refresh_token: ['DELETE', 'user_id, family_id, revoked_at'],
  api_token: ['DELETE', 'user_id, token_hash, is_active, expires_at'],
  project: ['DELETE', 'id, name'],
  pod: ['DELETE', 'name, project_id'],
  pod_member: ['INSERT OR DELETE', 'pod_name, user_email, role'],
  user_role: ['INSERT OR DELETE', 'user_id, project_id, role_id'],
  role: ['INSERT OR DELETE', 'id, name'],
  role_permission: ['INSERT OR DELETE', 'role_id, permission_id'],
  permission: ['DELETE', 'id, name'],
} as const;

/**
 * A day after it expired, no access token of its session is valid any more: its deletion changes
 * nothing.
 */
const DELETED_TOKEN = sql`WHEN (OLD.expires_at > now() - interval '1 day')`;

/** Row triggers: a sign-in also rewrites the name, mostly without effect. */
const noteTriggers = Object.entries(CHANGES)
  .map(([table, [events, columns]]) => {
    const valuesOf = (row: string): string => columns.replaceAll(/\w+/g, `${row}.$&`);
    return sql`
CREATE TRIGGER note_access_change AFTER ${events} ON core.${table}
FOR EACH ROW ${table === 'refresh_token' ? DELETED_TOKEN : ''}
EXECUTE FUNCTION core.note_access_change();
CREATE TRIGGER note_access_update AFTER UPDATE ON core.${table}
FOR EACH ROW WHEN ((${valuesOf('OLD')}) IS DISTINCT FROM (${valuesOf('NEW')}))
EXECUTE FUNCTION core.note_access_change();
CREATE TRIGGER note_access_truncate AFTER TRUNCATE ON core.${table}
FOR EACH STATEMENT EXECUTE FUNCTION core.note_access_change();`;
  })
  .join('\n');

/** Lets any statement check whether the access of a user has changed since the last lookup. */
export const accessChanges = sql`
${note}
${noteTriggers}
`;

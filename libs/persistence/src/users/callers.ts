import type { ProjectAuth } from '@portal/contracts/auth';
import { epoch } from '../stamp-sql.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** When something was read: a snapshot, which counts only in the epoch of its database. */
export interface Seen {
  readonly epoch: string;
  readonly snapshot: string;
}

/** An active user with all permissions, and when they were read. */
export interface UserAccess {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly grants: ProjectAuth[];
  /** Of the project that was asked for; null if it does not exist. */
  readonly project_revision: number | null;
  readonly epoch: string;
  /** The snapshot. */
  readonly seen_in: string;
}

/** Undefined if there is no such active user or the session is revoked. */
export async function readAccess(
  db: Queryable,
  userId: number,
  sessionId: string | null,
  projectId: number | null,
): Promise<UserAccess | undefined> {
  const [found] = await db.query<UserAccess>(
    sql`SELECT *, ${epoch} AS epoch FROM core.user_access($1, $2, $3)`,
    [userId, sessionId, projectId],
  );
  return found;
}

/** `readAccess` for many sessions, in one statement and in their order; `id` is null for none. */
export function readAccessOfMany(
  db: Queryable,
  sessions: readonly { readonly userId: number; readonly sessionId: string | null }[],
): Promise<readonly (UserAccess | { readonly id: null })[]> {
  return db.query(
    sql`
      SELECT found.*, ${epoch} AS epoch
      FROM unnest($1::integer[], $2::uuid[]) WITH ORDINALITY AS asked (user_id, session_id, place)
      LEFT JOIN LATERAL core.user_access(asked.user_id, asked.session_id, NULL) AS found ON TRUE
      ORDER BY place`,
    [sessions.map(({ userId }) => userId), sessions.map(({ sessionId }) => sessionId)],
  );
}

/**
 * Whether access of no user has changed since an earlier read, and when this read was.
 * @param since null if there is no earlier read
 */
export async function readAccessChange(
  db: Queryable,
  since: Seen | null,
): Promise<{ is_unchanged: boolean; seen: Seen }> {
  const [change] = await db.query<{ is_unchanged: boolean; seen: Seen }>(
    sql`SELECT ${isUnchangedSince('$1::pg_snapshot')} AS is_unchanged, ${seenNow} AS seen`,
    [since?.snapshot ?? null],
  );
  if (!change) throw new Error('a SELECT without a row');
  return change;
}

interface RevisionSince {
  readonly is_unchanged: boolean;
  readonly project_revision: number | null;
  readonly epoch: string;
}

/** The same, with the revision of a project. */
export async function readRevisionSince(
  db: Queryable,
  since: Seen,
  projectId: number | null,
): Promise<RevisionSince> {
  const [found] = await db.query<RevisionSince>(
    sql`
      SELECT ${isUnchangedSince('$1::pg_snapshot')} AS is_unchanged,
        core.revision_of($2) AS project_revision, ${epoch} AS epoch`,
    [since.snapshot, projectId],
  );
  if (!found) throw new Error('a SELECT without a row');
  return found;
}

/** An API token that may be used now. */
export interface ApiTokenUse {
  readonly id: number;
  readonly user_id: number;
  readonly expires_at: string | null;
  /** Whether its last use is to be stored. */
  readonly is_use_due: boolean;
  readonly seen: Seen;
}

/** Undefined if the token is unknown, inactive or expired. */
export async function readApiTokenUse(
  db: Queryable,
  hash: Buffer,
): Promise<ApiTokenUse | undefined> {
  const [found] = await db.query<ApiTokenUse>(
    sql`
      SELECT id, user_id, expires_at,
        coalesce(last_used_at < now() - interval '1 minute', true) AS is_use_due,
        ${seenNow} AS seen
      FROM core.api_token
      WHERE token_hash = $1 AND is_active AND coalesce(expires_at > now(), true)`,
    [hash],
  );
  return found;
}

/** Of several concurrent uses one is stored. A token that is being changed is skipped. */
export async function noteApiTokenUse(db: Queryable, tokenId: number): Promise<void> {
  await db.query(
    sql`
      UPDATE core.api_token SET last_used_at = now()
      WHERE id IN (
        SELECT id FROM core.api_token
        WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)
        FOR NO KEY UPDATE SKIP LOCKED)`,
    [tokenId],
  );
}

const seenNow = sql`
  json_build_object('epoch', ${epoch}, 'snapshot', pg_current_snapshot()::text)`;

/**
 * Whether no transaction has changed access since the snapshot. Transaction ids in the future are
 * ignored: they come from the dump of another cluster.
 * @param snapshot a snapshot, as SQL
 */
function isUnchangedSince(snapshot: string): string {
  return sql`
    NOT EXISTS (
      SELECT FROM agg.access_change
      WHERE xid >= pg_snapshot_xmin(${snapshot})
        AND xid < pg_snapshot_xmax(pg_current_snapshot())
        AND NOT pg_visible_in_snapshot(xid, ${snapshot}))`;
}

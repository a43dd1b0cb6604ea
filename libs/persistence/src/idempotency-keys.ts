import type { ProjectAuth } from '@portal/contracts/auth';
import { keepsGrants } from '@portal/domain/caller';
import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

/** How long a request counts as running without a sign of life. */
const LEASE_SECONDS = 30;
/** How long a key and its answer are kept. */
export const KEPT_HOURS = 24;

/** A request with a key. */
export interface KeyedRequest {
  readonly userId: number;
  /** What the user is granted now. */
  readonly grants: readonly ProjectAuth[];
  /** The pattern of its path. */
  readonly route: string;
  readonly key: string;
  /** A hash of all that it asks for. */
  readonly fingerprint: string;
  readonly requestId: string;
}

export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for an answer without a body. */
  readonly body: string | null;
}

/**
 * Whether the request now has its key, or why not: another request has it that runs, that asks for
 * something else, that was answered, or that was carried out and whose answer nobody has. What a request
 * showed stays hidden from a user who has lost any right since.
 */
export type Claim =
  | 'claimed'
  | 'running'
  | 'other-request'
  | 'answer-lost'
  | 'rights-lost'
  | KeptAnswer;

/** Gives the request its key, if no other has it. Waits for no lock of a change. */
export async function claimKey(db: Queryable, request: KeyedRequest): Promise<Claim> {
  const { userId, route, key, fingerprint, requestId, grants } = request;
  const [row] = await db.query<ClaimRow>(claim, [
    ...[userId, route, key, fingerprint, requestId],
    JSON.stringify(grants),
  ]);
  if (row?.is_claimed === true) return 'claimed';
  // Not seen: it came after this statement began.
  if (row?.is_same == null) return 'running';
  if (!row.is_same) return 'other-request';
  if (row.grants && !keepsGrants(request, { grants: row.grants })) return 'rights-lost';
  const { status, headers, body } = row;
  if (status !== null) return { status, headers: headers ?? {}, body };
  return row.is_over === true && row.is_done === true ? 'answer-lost' : 'running';
}

interface ClaimRow {
  readonly is_claimed: boolean;
  readonly is_same: boolean | null;
  readonly is_done: boolean | null;
  readonly is_over: boolean | null;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly body: string | null;
  readonly grants: readonly ProjectAuth[] | null;
}

/**
 * An INSERT of a row that exists would wait for the change that marks it, so it comes only where no
 * row is seen. A key is taken over after its day, or from the same request if that has died before it
 * changed anything. While its change is open the row is locked, and skipped.
 */
const claim = sql`
WITH made AS (
  INSERT INTO core.idempotency_key (user_id, route, key, fingerprint, request_id, leased_until, grants)
  SELECT $1::integer, $2, $3, $4, $5::uuid, now() + interval '${LEASE_SECONDS} seconds', $6::jsonb
  WHERE NOT EXISTS (
    SELECT FROM core.idempotency_key WHERE user_id = $1 AND route = $2 AND key = $3)
  ON CONFLICT DO NOTHING
  RETURNING request_id),
free AS (
  SELECT request_id FROM core.idempotency_key
  WHERE user_id = $1 AND route = $2 AND key = $3
    AND (claimed_at <= now() - interval '${KEPT_HOURS} hours'
      OR fingerprint = $4 AND status IS NULL AND NOT is_done AND leased_until <= now())
  FOR UPDATE SKIP LOCKED),
taken AS (
  UPDATE core.idempotency_key AS held
  SET fingerprint = $4, request_id = $5, claimed_at = now(),
    leased_until = now() + interval '${LEASE_SECONDS} seconds',
    is_done = false, status = NULL, headers = NULL, body = NULL, grants = $6
  FROM free WHERE held.request_id = free.request_id
  RETURNING held.request_id)
SELECT EXISTS (SELECT FROM made) OR EXISTS (SELECT FROM taken) AS is_claimed,
  seen.fingerprint = $4 AS is_same, seen.is_done, seen.leased_until <= now() AS is_over,
  seen.status, seen.headers, seen.body, seen.grants
FROM (SELECT) AS one
LEFT JOIN core.idempotency_key AS seen ON user_id = $1 AND route = $2 AND key = $3
`;

/**
 * Marks, in the transaction of a change, that the request does its work with it.
 * @returns false if another request has taken the key over: then this one must change nothing
 */
export async function markDone(tx: Queryable, requestId: string): Promise<boolean> {
  const marked = await tx.query(
    sql`UPDATE core.idempotency_key SET is_done = true WHERE request_id = $1 RETURNING request_id`,
    [requestId],
  );
  return marked.length > 0;
}

/** The request still runs. The lock of its own change is no obstacle: then nobody takes it over. */
export async function renewLease(db: Queryable, requestId: string): Promise<void> {
  await db.query(renewal, [requestId]);
}

const renewal = sql`
WITH own AS (
  SELECT request_id FROM core.idempotency_key WHERE request_id = $1 FOR UPDATE SKIP LOCKED)
UPDATE core.idempotency_key AS held SET leased_until = now() + interval '${LEASE_SECONDS} seconds'
FROM own WHERE held.request_id = own.request_id
`;

/** The same request gets this answer for a day. */
export async function keepAnswer(
  db: Queryable,
  requestId: string,
  { status, headers, body }: KeptAnswer,
): Promise<void> {
  await db.query(
    sql`UPDATE core.idempotency_key SET status = $2, headers = $3, body = $4 WHERE request_id = $1`,
    [requestId, status, JSON.stringify(headers), body],
  );
}

/** Ends a request whose answer is not kept: it can be sent again, unless it has changed something. */
export async function giveUpKey(db: Queryable, requestId: string): Promise<void> {
  await db.query(release, [requestId]);
}

/** If the row is locked, the outcome of the change is not known yet, and the lease runs out. */
const release = sql`
WITH own AS (
  SELECT request_id FROM core.idempotency_key WHERE request_id = $1 FOR UPDATE SKIP LOCKED),
gone AS (
  DELETE FROM core.idempotency_key AS held USING own
  WHERE held.request_id = own.request_id AND NOT held.is_done)
UPDATE core.idempotency_key AS held SET leased_until = now()
FROM own WHERE held.request_id = own.request_id AND held.is_done
`;

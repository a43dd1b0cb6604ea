import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { projectAuthSchema } from '@portal/contracts/auth';
import type { Stamp } from '@portal/contracts/stamp';
import { epoch } from '@portal/persistence/queries/scope-sql';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Reads, Sessions } from '../db/pools.js';
import { LOGGER } from '../platform/tokens.js';

/** When something was read: a snapshot, which counts only in the epoch of its database. */
const seenSchema = z.object({ epoch: z.string(), snapshot: z.string() });
export type Seen = z.infer<typeof seenSchema>;

const userSchema = z
  .object({
    id: z.number(),
    email: z.string(),
    name: z.string(),
    grants: z.array(projectAuthSchema),
    project_revision: z.number().nullable(),
    epoch: z.string(),
    seen_in: z.string(),
  })
  .transform(({ project_revision, epoch, seen_in, ...user }) => ({
    ...user,
    projectStamp: stampOf(epoch, project_revision),
    seen: { epoch, snapshot: seen_in },
  }));
export type User = z.infer<typeof userSchema>;

const missingSchema = z.object({ id: z.null() }).transform(() => null);

const tokenRowsSchema = z.array(
  z.object({
    id: z.number(),
    user_id: z.number(),
    expires_at: z.coerce.date().nullable(),
    is_stamp_due: z.boolean(),
    seen: seenSchema,
  }),
);
export type ApiTokenRow = z.infer<typeof tokenRowsSchema>[number];

const revisionRowsSchema = z.tuple([
  z.object({
    is_unchanged: z.boolean(),
    project_revision: z.number().nullable(),
    epoch: z.string(),
  }),
]);

const changeRowsSchema = z.tuple([z.object({ is_unchanged: z.boolean(), seen: seenSchema })]);

/** Reads users, credentials and current permissions. */
@Injectable()
export class CallerDirectory {
  constructor(
    private readonly reads: Reads,
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Null if there is no such active user or the session is revoked.
   * @param projectId also read the stamp of this project; `projectStamp` is null if it does not
   *   exist
   * @param db a transaction that has made the session
   */
  async findUser(
    userId: number,
    sessionId: string | null,
    projectId: number | null,
    db: Queryable = this.reads.prepared,
  ): Promise<User | null> {
    const rows = await db.query(
      sql`SELECT *, ${epoch} AS epoch FROM core.user_access($1, $2, $3)`,
      [userId, sessionId, projectId],
    );
    return z.array(userSchema).parse(rows)[0] ?? null;
  }

  /** `findUser` for many sessions, in one statement and in their order. */
  async findUsers(
    sessions: readonly { readonly userId: number; readonly sessionId: string | null }[],
  ): Promise<(User | null)[]> {
    const rows = await this.reads.prepared.query(
      sql`
        SELECT found.*, ${epoch} AS epoch
        FROM unnest($1::integer[], $2::uuid[]) WITH ORDINALITY AS asked (user_id, session_id, place)
        LEFT JOIN LATERAL core.user_access(asked.user_id, asked.session_id, NULL) AS found ON TRUE
        ORDER BY place`,
      [sessions.map(({ userId }) => userId), sessions.map(({ sessionId }) => sessionId)],
    );
    return z.array(z.union([userSchema, missingSchema])).parse(rows);
  }

  /**
   * Whether access of no user has changed since an earlier read, and when this read was.
   * @param since null if there is no earlier read
   */
  async findChange(since: Seen | null): Promise<{ isUnchanged: boolean; seen: Seen }> {
    const rows = await this.reads.prepared.query(
      sql`SELECT ${isUnchangedSince('$1::pg_snapshot')} AS is_unchanged, ${seenNow} AS seen`,
      [since?.snapshot ?? null],
    );
    const [{ is_unchanged, seen }] = changeRowsSchema.parse(rows);
    return { isUnchanged: is_unchanged && seen.epoch === since?.epoch, seen };
  }

  /**
   * The stamp of the project, null without one; undefined if access has changed since an earlier
   * read.
   * @param since when the caller was found
   */
  async findStamp(since: Seen, projectId: number | null): Promise<Stamp | null | undefined> {
    const rows = await this.reads.prepared.query(
      sql`
        SELECT ${isUnchangedSince('$1::pg_snapshot')} AS is_unchanged,
          core.revision_of($2) AS project_revision, ${epoch} AS epoch`,
      [since.snapshot, projectId],
    );
    const [found] = revisionRowsSchema.parse(rows);
    const isUnchanged = found.is_unchanged && found.epoch === since.epoch;
    return isUnchanged ? stampOf(found.epoch, found.project_revision) : undefined;
  }

  /**
   * Null if the token is unknown, inactive or expired. Stores its last use, once a minute at most; the
   * caller does not wait for that.
   */
  async findApiToken(token: string): Promise<ApiTokenRow | null> {
    const rows = await this.reads.prepared.query(
      sql`
        SELECT id, user_id, expires_at,
          coalesce(last_used_at < now() - interval '1 minute', true) AS is_stamp_due,
          ${seenNow} AS seen
        FROM core.api_token
        WHERE token_hash = $1 AND is_active AND coalesce(expires_at > now(), true)`,
      [createHash('sha256').update(token).digest()],
    );
    const found = tokenRowsSchema.parse(rows)[0] ?? null;
    if (found?.is_stamp_due) {
      this.stamp(found.id).catch((error: unknown) =>
        this.logger.warn({ err: error }, 'the last use of a token could not be stored'),
      );
    }
    return found;
  }

  /** Of several concurrent uses one is stored. A token that is being changed is skipped. */
  private async stamp(tokenId: number): Promise<void> {
    await this.sessions.query(
      sql`
        UPDATE core.api_token SET last_used_at = now()
        WHERE id IN (
          SELECT id FROM core.api_token
          WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)
          FOR NO KEY UPDATE SKIP LOCKED)`,
      [tokenId],
    );
  }
}

function stampOf(epochNow: string, revision: number | null): Stamp | null {
  return revision === null ? null : { epoch: epochNow, revision };
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

import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { projectAuthSchema } from '@portal/contracts/auth';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import { sql } from '@portal/persistence/sql';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { LOGGER, SESSIONS } from '../platform.tokens.js';

const userSchema = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  grants: z.array(projectAuthSchema),
  project_revision: z.number().nullable(),
  seen_in: z.string(),
});
export type User = z.infer<typeof userSchema>;

const missingSchema = z.object({ id: z.null() }).transform(() => null);

const tokenRowsSchema = z.array(
  z.object({
    id: z.number(),
    user_id: z.number(),
    expires_at: z.coerce.date().nullable(),
    is_stamp_due: z.boolean(),
    seen_in: z.string(),
  }),
);
export type ApiTokenRow = z.infer<typeof tokenRowsSchema>[number];

const revisionRowsSchema = z.tuple([
  z.object({ is_unchanged: z.boolean(), project_revision: z.number().nullable() }),
]);

const changeRowsSchema = z.tuple([z.object({ is_unchanged: z.boolean(), seen_in: z.string() })]);

/** Reads users, credentials and current permissions. */
@Injectable()
export class CallerDirectory {
  constructor(
    private readonly reads: PreparedReads,
    @Inject(SESSIONS) private readonly sessions: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Null if there is no such active user or the session is revoked.
   * @param projectId also read the revision of this project; `project_revision` is null if it
   *   does not exist
   */
  async findUser(
    userId: number,
    sessionId: string | null,
    projectId: number | null,
  ): Promise<User | null> {
    const rows = await this.reads.query(sql`SELECT * FROM core.user_access($1, $2, $3)`, [
      userId,
      sessionId,
      projectId,
    ]);
    return z.array(userSchema).parse(rows)[0] ?? null;
  }

  /** `findUser` for many sessions, in one statement and in their order. */
  async findUsers(
    sessions: readonly { readonly userId: number; readonly sessionId: string | null }[],
  ): Promise<(User | null)[]> {
    const rows = await this.reads.query(
      sql`
        SELECT found.*
        FROM unnest($1::integer[], $2::uuid[]) WITH ORDINALITY AS asked (user_id, session_id, place)
        LEFT JOIN LATERAL core.user_access(asked.user_id, asked.session_id, NULL) AS found ON TRUE
        ORDER BY place`,
      [sessions.map(({ userId }) => userId), sessions.map(({ sessionId }) => sessionId)],
    );
    return z.array(z.union([userSchema, missingSchema])).parse(rows);
  }

  /**
   * Whether access of any user has changed since a snapshot, and the snapshot of this read.
   * @param snapshot null if there is none: nothing is compared
   */
  async findChange(snapshot: string | null): Promise<{ isUnchanged: boolean; seenIn: string }> {
    const rows = await this.reads.query(
      sql`
        SELECT ${isUnchangedSince('$1::pg_snapshot')} AS is_unchanged,
          pg_current_snapshot()::text AS seen_in`,
      [snapshot],
    );
    const [{ is_unchanged, seen_in }] = changeRowsSchema.parse(rows);
    return { isUnchanged: is_unchanged, seenIn: seen_in };
  }

  /**
   * The revision of the project, null without one; undefined if access has changed since the
   * snapshot.
   * @param snapshot the snapshot in which the caller was found
   */
  async findRevision(
    snapshot: string,
    projectId: number | null,
  ): Promise<number | null | undefined> {
    const rows = await this.reads.query(
      sql`
        SELECT ${isUnchangedSince('$1::pg_snapshot')} AS is_unchanged,
          core.revision_of($2) AS project_revision`,
      [snapshot, projectId],
    );
    const [{ is_unchanged, project_revision }] = revisionRowsSchema.parse(rows);
    return is_unchanged ? project_revision : undefined;
  }

  /**
   * Null if the token is unknown, inactive or expired. Stores its last use, once a minute at most; the
   * caller does not wait for that.
   */
  async findApiToken(token: string): Promise<ApiTokenRow | null> {
    const rows = await this.reads.query(
      sql`
        SELECT id, user_id, expires_at,
          coalesce(last_used_at < now() - interval '1 minute', true) AS is_stamp_due,
          pg_current_snapshot()::text AS seen_in
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

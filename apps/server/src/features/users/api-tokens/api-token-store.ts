import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ApiTokenUpdate, NewApiToken } from '@portal/contracts/api-tokens';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import type { Actor } from '../../../db/actor.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { Reads } from '../../../db/pools.js';

const rowSchema = z.object({
  id: z.number(),
  user_id: z.number(),
  name: z.string(),
  is_active: z.boolean(),
  deactivated_by: z.number().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
});
export type ApiTokenRow = z.output<typeof rowSchema>;

const COLUMNS =
  'id, user_id, name, is_active, deactivated_by, created_at, last_used_at, expires_at';

@Injectable()
export class ApiTokenStore {
  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
  ) {}

  ofUser(userId: number): Promise<ApiTokenRow[]> {
    return readRows(
      this.reads.prepared,
      sql`SELECT ${COLUMNS} FROM core.api_token WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
      [userId],
    );
  }

  async find(tokenId: number): Promise<ApiTokenRow | undefined> {
    const rows = await readRows(
      this.reads.prepared,
      sql`SELECT ${COLUMNS} FROM core.api_token WHERE id = $1`,
      [tokenId],
    );
    return rows[0];
  }

  /** Creates a secret; only its hash is stored. */
  async insert(
    userId: number,
    { name, expires_at }: NewApiToken,
    actor: Actor,
  ): Promise<{ row: ApiTokenRow; secret: string }> {
    const secret = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(secret).digest();
    const [row] = await this.transactions.run(actor, (tx) =>
      readRows(
        tx,
        sql`
        INSERT INTO core.api_token (user_id, name, expires_at, token_hash) VALUES ($1, $2, $3, $4)
        RETURNING ${COLUMNS}`,
        [userId, name, expires_at ?? null, hash],
      ),
    );
    if (!row) throw new Error('the inserted token was not returned');
    return { row, secret };
  }

  /**
   * Changes the given fields.
   * @param admit throws if the token, which is locked, must not be changed
   */
  update(
    tokenId: number,
    { name, is_active, expires_at }: ApiTokenUpdate,
    actor: Actor,
    admit: (token: ApiTokenRow) => void,
  ): Promise<ApiTokenRow | undefined> {
    return this.transactions.run(actor, async (tx) => {
      const [token] = await readRows(
        tx,
        sql`SELECT ${COLUMNS} FROM core.api_token WHERE id = $1 FOR UPDATE`,
        [tokenId],
      );
      if (!token) return undefined;
      admit(token);
      const [updated] = await readRows(tx, update, [
        tokenId,
        name,
        is_active,
        expires_at !== undefined,
        expires_at ?? null,
        actor.userId,
      ]);
      return updated;
    });
  }

  /** @returns false if the token no longer exists */
  async remove(tokenId: number, actor: Actor): Promise<boolean> {
    const removed = await this.transactions.run(actor, (tx) =>
      tx.query(sql`DELETE FROM core.api_token WHERE id = $1 RETURNING id`, [tokenId]),
    );
    return removed.length > 0;
  }
}

/**
 * A token that its owner switched off stays off by the owner, also if a manager switches it off
 * again.
 */
const update = sql`
UPDATE core.api_token SET
  name = coalesce($2, name),
  is_active = coalesce($3, is_active),
  deactivated_by = CASE
    WHEN $3 THEN NULL
    WHEN NOT $3 AND (is_active OR user_id = $6) THEN $6
    ELSE deactivated_by END,
  expires_at = CASE WHEN $4 THEN $5 ELSE expires_at END
WHERE id = $1
RETURNING ${COLUMNS}`;

async function readRows(db: Queryable, text: string, values: unknown[]): Promise<ApiTokenRow[]> {
  const rows: unknown = await db.query(text, values);
  return z.array(rowSchema).parse(rows);
}

import type { ApiTokenUpdate, NewApiToken } from '@portal/contracts/api-tokens';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface ApiTokenRow {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly is_active: boolean;
  readonly deactivated_by: number | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
}

const COLUMNS =
  'id, user_id, name, is_active, deactivated_by, created_at, last_used_at, expires_at';

export function readApiTokens(db: Queryable, userId: number): Promise<readonly ApiTokenRow[]> {
  return db.query(
    sql`SELECT ${COLUMNS} FROM core.api_token WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
    [userId],
  );
}

export async function readApiToken(
  db: Queryable,
  tokenId: number,
): Promise<ApiTokenRow | undefined> {
  const [row] = await db.query<ApiTokenRow>(
    sql`SELECT ${COLUMNS} FROM core.api_token WHERE id = $1`,
    [tokenId],
  );
  return row;
}

export async function lockApiToken(
  tx: Transaction,
  tokenId: number,
): Promise<ApiTokenRow | undefined> {
  const [row] = await tx.query<ApiTokenRow>(
    sql`SELECT ${COLUMNS} FROM core.api_token WHERE id = $1 FOR UPDATE`,
    [tokenId],
  );
  return row;
}

/** @param hash the hash of the secret, which is not stored */
export async function insertApiToken(
  tx: Transaction,
  userId: number,
  { name, expires_at }: NewApiToken,
  hash: Buffer,
): Promise<ApiTokenRow> {
  const [row] = await tx.query<ApiTokenRow>(
    sql`
      INSERT INTO core.api_token (user_id, name, expires_at, token_hash) VALUES ($1, $2, $3, $4)
      RETURNING ${COLUMNS}`,
    [userId, name, expires_at ?? null, hash],
  );
  if (!row) throw new Error('the inserted token was not returned');
  return row;
}

/** Changes the given fields. A token that its owner switched off stays so, also if a manager switches it off again. */
export async function updateApiToken(
  tx: Transaction,
  tokenId: number,
  { name, is_active, expires_at }: ApiTokenUpdate,
  actorId: number | null,
): Promise<ApiTokenRow | undefined> {
  const [row] = await tx.query<ApiTokenRow>(
    sql`
      UPDATE core.api_token SET
        name = coalesce($2, name),
        is_active = coalesce($3, is_active),
        deactivated_by = CASE
          WHEN $3 THEN NULL
          WHEN NOT $3 AND (is_active OR user_id = $6) THEN $6
          ELSE deactivated_by END,
        expires_at = CASE WHEN $4 THEN $5 ELSE expires_at END
      WHERE id = $1
      RETURNING ${COLUMNS}`,
    [tokenId, name, is_active, expires_at !== undefined, expires_at ?? null, actorId],
  );
  return row;
}

/** @returns false if the token no longer exists */
export async function deleteApiToken(tx: Transaction, tokenId: number): Promise<boolean> {
  const rows = await tx.query(sql`DELETE FROM core.api_token WHERE id = $1 RETURNING id`, [
    tokenId,
  ]);
  return rows.length > 0;
}

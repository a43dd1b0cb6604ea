import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

/** Nobody else changes the project until the end of the transaction. */
export async function lockProject(tx: Transaction, projectId: number): Promise<void> {
  await tx.query(sql`SELECT FROM core.project WHERE id = $1 FOR NO KEY UPDATE`, [projectId]);
}

/** Nobody deletes the project until the end of the transaction. @returns false if there is none */
export async function keepProject(tx: Transaction, projectId: number): Promise<boolean> {
  const rows = await tx.query(sql`SELECT FROM core.project WHERE id = $1 FOR KEY SHARE`, [
    projectId,
  ]);
  return rows.length > 0;
}

export async function archiveProject(tx: Transaction, projectId: number): Promise<void> {
  await tx.query(
    sql`
      UPDATE core.project SET archived_at = now(), updated_at = now()
      WHERE id = $1 AND archived_at IS NULL`,
    [projectId],
  );
}

export async function bringProjectBack(tx: Transaction, projectId: number): Promise<void> {
  await tx.query(
    sql`
      UPDATE core.project SET archived_at = NULL, updated_at = now()
      WHERE id = $1 AND archived_at IS NOT NULL`,
    [projectId],
  );
}

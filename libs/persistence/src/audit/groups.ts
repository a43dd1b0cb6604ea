import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

interface Author {
  readonly userId: number;
  readonly requestId: string;
}

/**
 * Begins a change: the audit records its author, and no wait for a lock is longer.
 * @returns the pid of the backend
 */
export async function beginChange(
  tx: Transaction,
  { userId, requestId }: Author,
  lockSeconds: number,
): Promise<number> {
  const [begun] = await tx.query<{ pid: number }>(
    sql`
      SELECT pg_backend_pid() AS pid, set_config('portal.actor', $1, true),
        set_config('portal.request', $2, true), set_config('lock_timeout', $3, true)`,
    [String(userId), requestId, `${lockSeconds}s`],
  );
  if (!begun) throw new Error('a SELECT without a row');
  return begun.pid;
}

/** The group of the audit records of this transaction; null before the first. */
export async function groupOf(tx: Transaction): Promise<number | null> {
  const [group] = await tx.query<{ group_id: number | null }>(
    sql`SELECT nullif(current_setting('portal.group', true), '')::bigint AS group_id`,
  );
  return group?.group_id ?? null;
}

/** The audit records of this transaction name the group that they undo. */
export async function nameUndone(tx: Transaction, group: number): Promise<void> {
  await tx.query(sql`SELECT set_config('portal.undoes', $1, true)`, [String(group)]);
}

/** An audit record without its values. */
export interface GroupRecord {
  readonly id: number;
  readonly actor_id: number | null;
  readonly action: 'create' | 'update' | 'delete';
  readonly entity: string;
  readonly entity_id: string;
  readonly project_id: number | null;
  /** The columns that an update has changed. */
  readonly fields: string[];
}

/** The records of a group, oldest first. The first is locked, so that undos of a group run one after the other. */
export async function lockRecords(tx: Transaction, group: number): Promise<readonly GroupRecord[]> {
  await tx.query(sql`SELECT FROM core.audit WHERE id = $1 FOR UPDATE`, [group]);
  return tx.query(
    sql`
      SELECT id, actor_id, action, entity, entity_id, project_id,
        CASE action WHEN 'update'
          THEN ARRAY(SELECT jsonb_object_keys(before) ORDER BY 1) ELSE '{}' END AS fields
      FROM core.audit
      WHERE group_id = $1
      ORDER BY id`,
    [group],
  );
}

/** By group: the group that undid it and was not undone itself. */
export async function undosOf(
  db: Queryable,
  groups: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (groups.length === 0) return new Map();
  const undos = await db.query<{ group_id: number; undoes: number }>(
    sql`SELECT DISTINCT group_id, undoes FROM core.audit WHERE undoes = ANY ($1::bigint[])`,
    [groups],
  );
  const undone = await undosOf(
    db,
    undos.map(({ group_id: undo }) => undo),
  );
  return new Map(
    undos
      .filter(({ group_id: undo }) => !undone.has(undo))
      .map(({ undoes, group_id: undo }) => [undoes, undo]),
  );
}

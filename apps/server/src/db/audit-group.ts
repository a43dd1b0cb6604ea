import { AUDIT_GROUP_HEADER } from '@portal/contracts/crud';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { incompleteRows } from './incomplete-rows.js';

/** The header of a response in the API description: of a deletion, or of a changed pod role. */
export const GROUP_HEADER = {
  headers: { [AUDIT_GROUP_HEADER]: 'The group of the audit records, for an undo' },
};

const groupSchema = z.tuple([z.object({ group_id: z.number().nullable() })]);

/** The group of the audit records of this transaction; null before the first. */
export async function groupOf(tx: Transaction): Promise<number | null> {
  const rows: unknown = await tx.query(
    sql`SELECT nullif(current_setting('portal.group', true), '')::bigint AS group_id`,
  );
  return groupSchema.parse(rows)[0].group_id;
}

/** The group of this transaction, unless there is none or it can never be undone. */
export async function undoableGroupOf(tx: Transaction): Promise<number | null> {
  const group = await groupOf(tx);
  if (group === null) return null;
  return (await incompleteRows(tx, group)).length > 0 ? null : group;
}

/** The response has the group of its audit records in a header. */
export function sendGroup(reply: FastifyReply, group: number | null): void {
  if (group !== null) void reply.header(AUDIT_GROUP_HEADER, group);
}

/** The audit records of this transaction name the group that they undo. */
export async function nameUndone(tx: Transaction, group: number): Promise<void> {
  await tx.query(sql`SELECT set_config('portal.undoes', $1, true)`, [String(group)]);
}

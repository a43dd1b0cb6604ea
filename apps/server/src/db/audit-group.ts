import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import { groupOf } from '@portal/persistence/audit/groups';
import type { Transaction } from '@portal/persistence/db';
import type { FastifyReply } from 'fastify';
import { incompleteRows } from '@portal/persistence/audit/incomplete-rows';

/** The header of a response in the API description: of a deletion, or of a changed pod role. */
export const GROUP_HEADER = {
  headers: { [AUDIT_GROUP_HEADER]: 'The group of the audit records, for an undo' },
};

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

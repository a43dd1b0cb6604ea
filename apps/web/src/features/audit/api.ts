import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditRecord,
  auditRecordSchema,
  changeGroupSchema,
  changeGroupsSchema,
} from '@portal/contracts/audit';
import { itemListSchema } from '@portal/contracts/lists';
import { useQuery } from '@tanstack/react-query';
import { searchUsers } from '../../entities/users/api';
import { typedEmail } from '../../lib/typed-email';
import { api } from '../../session/api';

interface ChangesQuery {
  readonly page: number;
  readonly size: number;
  /** JSON of the conditions. */
  readonly filters: string;
}

/** One page of changes by transaction, newest first. */
export function useGroups(query: ChangesQuery) {
  return useQuery({
    ...FRESH,
    queryKey: [...auditKey, 'groups', query],
    ...api.read('/audit/groups', groupsSchema, { ...query }),
  });
}

/** One page of audit records, newest first. */
export function useChanges(query: ChangesQuery) {
  return useQuery({
    ...FRESH,
    queryKey: [...auditKey, 'changes', query],
    ...api.read('/audit/', listSchema, { ...query }),
  });
}

const auditKey = ['audit'] as const;

const groupsSchema = itemListSchema(changeGroupSchema).extend({
  kept_days: changeGroupsSchema.shape.kept_days,
});
const listSchema = itemListSchema(auditRecordSchema);

/** A change on another page must be there when the user comes back. */
const FRESH = { meta: { reads: ['audit'] }, staleTime: 0 } as const;

/** Rows of a group with the same action: their number and the newest records. */
export interface Effect {
  readonly action: AuditAction;
  readonly total: number;
  readonly first: readonly AuditRecord[];
}

const NAMED = 3;

/** Which rows the group created, changed and deleted. */
export function useGroupEffects(group: number) {
  return useQuery({
    queryKey: [...auditKey, 'effects', group],
    queryFn: ({ signal }) => Promise.all(AUDIT_ACTIONS.map((one) => effectOf(one, group, signal))),
  });
}

async function effectOf(action: AuditAction, group: number, signal: AbortSignal): Promise<Effect> {
  const filters = JSON.stringify({ group_id: group, action });
  const query = { page: 1, size: NAMED, filters };
  const { items, total } = await api.call('/audit/', listSchema, { query, signal });
  return { action, total, first: items.slice(0, NAMED) };
}

/**
 * Email addresses that a text finds among the visible users; last the text itself if it is another
 * email, because changes are also by deleted users and by users of other projects.
 */
export async function searchEmails(text: string, signal: AbortSignal): Promise<string[]> {
  const found = (await searchUsers(text, signal)).map(({ email }) => email);
  return [...found, ...typedEmail(text, found)];
}

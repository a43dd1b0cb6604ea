import { AUDIT_ACTIONS, type AuditAction, type AuditRecord } from '@portal/contracts/audit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { auditKey, fetchChanges } from './changes';

/** Rows of a group with the same action: their number and the newest records. */
export interface Effect {
  readonly action: AuditAction;
  readonly total: number;
  readonly first: readonly AuditRecord[];
}

const NAMED = 3;

/** Which rows the group created, changed and deleted. */
export function useGroupEffects(group: number) {
  return useQuery(
    queryOptions({
      queryKey: [...auditKey, 'effects', group],
      queryFn: ({ signal }) =>
        Promise.all(AUDIT_ACTIONS.map((one) => effectOf(one, group, signal))),
    }),
  );
}

async function effectOf(action: AuditAction, group: number, signal: AbortSignal): Promise<Effect> {
  const filters = JSON.stringify({ group_id: group, action });
  const { items, total } = await fetchChanges({ page: 1, size: NAMED, filters }, signal);
  return { action, total, first: items.slice(0, NAMED) };
}

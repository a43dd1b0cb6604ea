import { AUDIT_ACTIONS, type AuditAction } from '@portal/contracts/audit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { auditKey, fetchChanges } from './changes';

/** Number of rows of a group by what happened to them. */
export type GroupSize = Readonly<Record<AuditAction, number>>;

/** How many rows the group created, changed and deleted. */
export function useGroupSize(group: number) {
  return useQuery(
    queryOptions({
      queryKey: [...auditKey, 'size', group],
      queryFn: ({ signal }) => fetchSize(group, signal),
    }),
  );
}

async function fetchSize(group: number, signal: AbortSignal): Promise<GroupSize> {
  const count = async (action: AuditAction) => {
    const filters = JSON.stringify({ group_id: group, action });
    return (await fetchChanges({ page: 1, size: 1, filters }, signal)).total;
  };
  const [create, update, remove] = await Promise.all(AUDIT_ACTIONS.map(count));
  return { create: create ?? 0, update: update ?? 0, delete: remove ?? 0 };
}

import { undoneSchema } from '@portal/contracts/audit';
import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../session/api';

/**
 * Undoes all changes of an audit group. Then everything on the screen is fetched again, because the
 * rows of a group can be of any list.
 */
export function undoOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: (group: number) => api.post(`/audit/${group}/undo`, undoneSchema),
    meta: { succeeded: 'Changes undone', failed: 'The changes could not be undone' },
    onSuccess: () => void client.invalidateQueries(),
  });
}

/**
 * The audit group that the response of a change names: a bulk change as `group_id`, a deletion in
 * its header. The response of an undo names none, because the audit can undo it.
 */
export function undoableGroupOf(response: unknown): number | undefined {
  if (response instanceof Response) {
    return Number(response.headers.get(AUDIT_GROUP_HEADER)) || undefined;
  }
  if (typeof response !== 'object' || response === null || 'undoes' in response) return undefined;
  const group = 'group_id' in response ? response.group_id : undefined;
  return typeof group === 'number' ? group : undefined;
}

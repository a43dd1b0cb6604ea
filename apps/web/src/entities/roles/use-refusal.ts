import type { Role } from '@portal/contracts/roles';
import { useCallback } from 'react';
import { missingIn } from '../../session/permissions';
import { useSessionStore } from '../../session/session-store';

/**
 * Why the user can neither give nor take a role in the project: it has permissions that the user does
 * not have there. Null if the user can; the server decides.
 * @param projectId undefined while none is chosen
 */
export function useRefusal(
  projectId: number | undefined,
): (role: Pick<Role, 'permissions'> | undefined) => string | null {
  const session = useSessionStore((state) => state.session);
  return useCallback(
    (role) => {
      if (projectId === undefined || !role) return null;
      const missing = missingIn(projectId, session, role.permissions);
      return missing.length === 0 ? null : `Needs ${missing.join(', ')}, which you do not have`;
    },
    [projectId, session],
  );
}

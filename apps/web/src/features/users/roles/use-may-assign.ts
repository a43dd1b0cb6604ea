import { ASSIGN_PERMISSIONS } from '@portal/domain/users';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useCallback } from 'react';
import { mayIn } from '../../../session/permissions';
import { useSessionStore } from '../../../session/session-store';

/** Whether the signed-in user may assign and remove roles in a project. */
export function useMayAssign(): (projectId: number) => boolean {
  const session = useSessionStore((state) => state.session);
  return useCallback(
    (projectId) =>
      mayIn(projectId, session, ['rbac-manage']) ||
      (projectId !== ALL_PROJECTS_ID && mayIn(projectId, session, ASSIGN_PERMISSIONS)),
    [session],
  );
}

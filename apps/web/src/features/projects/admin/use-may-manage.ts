import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { mayIn } from '../../../session/permissions';
import { useSessionStore } from '../../../session/session-store';

/** Whether the user may change the project and its users. Project 0 cannot be changed. */
export function useMayManage(projectId: number): boolean {
  const session = useSessionStore((state) => state.session);
  return projectId !== ALL_PROJECTS_ID && mayIn(projectId, session, ['project-manage']);
}

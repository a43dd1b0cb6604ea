import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useOwnProject } from '../../entities/projects/api';
import { mayIn } from '../../session/permissions';
import { useSessionStore } from '../../session/session-store';

/** Whether the user may change what is in the project: it is read-only while it is archived. */
export function useMayChange(projectId: number): boolean {
  const mayManage = useMayManage(projectId);
  const isArchived = (useOwnProject(projectId)?.archived_at ?? null) !== null;
  return mayManage && !isArchived;
}

/** Whether the user may give and take roles in the project; it is read-only while it is archived. */
export function useMayAssign(projectId: number): boolean {
  const session = useSessionStore((state) => state.session);
  const isArchived = (useOwnProject(projectId)?.archived_at ?? null) !== null;
  return (
    projectId !== ALL_PROJECTS_ID &&
    !isArchived &&
    mayIn(projectId, session, ['project-manage', 'project-admin'])
  );
}

/** Whether the user may archive, bring back and delete the project. Project 0 cannot be changed. */
export function useMayManage(projectId: number): boolean {
  const session = useSessionStore((state) => state.session);
  return projectId !== ALL_PROJECTS_ID && mayIn(projectId, session, ['project-manage']);
}

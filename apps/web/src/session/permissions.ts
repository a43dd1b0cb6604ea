import type { ProjectAuth } from '@portal/contracts/auth';
import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';
import { holds, holdsNamed, type Grants } from '@portal/domain/caller';
import { useCallback } from 'react';
import { useProjectStore } from '../lib/project-store';
import { useSessionStore, type Session } from './session-store';

/** One of them is required for each page of the administration. */
export const ADMIN_PERMISSIONS: readonly Permission[] = ['admin-view', 'full-access'];

/**
 * Whether the user has one of these permissions; an empty list is always allowed. What concerns the whole
 * portal needs it in project 0, whichever project is selected.
 */
export type May = (anyOf: readonly Permission[], ofPortal?: boolean) => boolean;

/**
 * What the signed-in user may do in the selected project. Guards, links and buttons ask this; the
 * server checks each request.
 */
export function useMay(): May {
  const session = useSessionStore((state) => state.session);
  const selectedId = useProjectStore((state) => state.selectedId);
  return useCallback(
    (anyOf, ofPortal = false) => mayIn(ofPortal ? ALL_PROJECTS_ID : selectedId, session, anyOf),
    [selectedId, session],
  );
}

/** Whether the user may open the audit in the administration. */
export function useMayOpenAudit(): boolean {
  const may = useMay();
  return may(['admin-view']) && may(['rbac-manage', 'project-manage']);
}

/**
 * Whether the session has one of `anyOf` in the project or in project 0. Without a project only
 * project 0 counts.
 */
export function mayIn(
  projectId: number | null,
  session: Session,
  anyOf: readonly Permission[],
): boolean {
  const caller: Grants = { grants: grantsOf(session) };
  const scope = projectId ?? ALL_PROJECTS_ID;
  return anyOf.length === 0 || anyOf.some((permission) => holds(caller, permission, scope));
}

/** Those of the permissions that the session does not have in the project. */
export function missingIn(
  projectId: number,
  session: Session,
  permissions: readonly string[],
): string[] {
  const caller: Grants = { grants: grantsOf(session) };
  return permissions.filter((permission) => !holdsNamed(caller, permission, projectId));
}

/** Whether the session has the permission in any project. */
export function mayAnywhere(session: Session, permission: Permission): boolean {
  return grantsOf(session).some(({ project_id: id }) => mayIn(id, session, [permission]));
}

/** The permissions of the session in the project and in project 0, each once. */
export function permissionsIn(projectId: number, session: Session): string[] {
  const granted = grantsOf(session)
    .filter(({ project_id: id }) => id === projectId || id === ALL_PROJECTS_ID)
    .flatMap(({ permissions }) => permissions);
  return [...new Set(granted)];
}

function grantsOf(session: Session): readonly ProjectAuth[] {
  return session.kind === 'signed-in' ? session.claims.projects_auth : [];
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { useProjects } from '../../entities/projects/api';
import { useProjectStore, warnOfRefused } from '../../lib/project-store';
import { useSessionStore, type Session } from '../../session/session-store';

/**
 * The project of a page is selected; or it is not known yet whether the user may see it; or the user
 * may not see it.
 */
export type ProjectOfPage = 'selected' | 'waiting' | 'missing';

/**
 * Selects the project of a page before the page or its guard asks for permissions.
 * @param projectId null while it is unknown; the page then opens without a selection. A text that is no
 * id is a missing project, or none if the user has no projects
 * @param leave opens another page after the user has selected another project
 */
export function useProjectOfPage(
  projectId: number | string | null,
  leave: (selectedId: number) => void,
): ProjectOfPage {
  const selectedId = useProjectStore((state) => state.selectedId);
  const listed = useProjectStore(({ authorised }) => authorised?.some((id) => id === projectId));
  const hasNone = useProjectStore(({ authorised }) => authorised?.length === 0);
  const granted = useSessionStore(({ session }) => isGranted(session, projectId));
  const { isError } = useProjects();
  const missing = projectId !== null && listed === false;
  /** The selection that belongs to the page: its project, or the fallback if that is missing. */
  const settled = useRef<{ page: number | string; selection: number } | null>(null);
  const leavePage = useEffectEvent(leave);

  useEffect(() => {
    if (typeof projectId === 'number' && !missing) useProjectStore.getState().select(projectId);
    else if (projectId !== null && missing) warnOfRefused(projectId);
  }, [projectId, missing]);

  useEffect(() => {
    if (projectId === null || selectedId === null) return;
    const before = settled.current?.page === projectId ? settled.current.selection : null;
    const fellBack = missing && (before === null || before === projectId);
    if (selectedId === projectId || fellBack) {
      settled.current = { page: projectId, selection: selectedId };
    } else if (listed !== undefined && before !== null && before !== selectedId) {
      leavePage(selectedId);
    }
  }, [projectId, selectedId, listed, missing]);

  if (projectId === null) return 'selected';
  // The page prompts for a project.
  if (typeof projectId === 'string' && hasNone) return 'selected';
  if (missing || (typeof projectId === 'string' && isError)) return 'missing';
  if (listed) return selectedId === projectId ? 'selected' : 'waiting';
  return granted || isError ? 'selected' : 'waiting';
}

/**
 * Whether the access token names the project; the list of projects arrives later. A grant in all
 * projects does not tell whether there is this one.
 */
function isGranted(session: Session, projectId: number | string | null): boolean {
  if (session.kind === 'anonymous') return false;
  return session.claims.projects_auth.some(({ project_id: id }) => id === projectId);
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { useProjectStore } from '../../session/project-store';

/**
 * Selects the project of a page before the page or its guard asks for permissions.
 * @param projectId null while it is unknown
 * @param leave opens another page after the user has selected another project
 * @returns whether the project is selected, as far as the user is authorised for it
 */
export function useProjectOfPage(
  projectId: number | null,
  leave: (selectedId: number) => void,
): boolean {
  const selectedId = useProjectStore((state) => state.selectedId);
  const authorised = useProjectStore((state) =>
    Boolean(state.authorised?.some(({ id }) => id === projectId)),
  );
  const agreed = useRef<number | null>(null);
  const leavePage = useEffectEvent(leave);

  useEffect(() => {
    if (projectId !== null) useProjectStore.getState().select(projectId);
  }, [projectId]);

  useEffect(() => {
    if (projectId === null || selectedId === null) return;
    if (selectedId === projectId) agreed.current = projectId;
    // Ignores the fallback selection if the user is not authorised for this project.
    else if (agreed.current === projectId && authorised) leavePage(selectedId);
  }, [projectId, selectedId, authorised]);

  return projectId === null || selectedId === projectId || !authorised;
}

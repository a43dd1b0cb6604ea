import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths';
import { useProjectStore } from '../../projects/project-store';

/**
 * Synchronises the project in the URL with the selected project: the URL selects its project.
 * Selecting another project opens its dashboard without filters.
 */
export function useUrlProject(projectId: number | null): void {
  const navigate = useNavigate();
  const selectedId = useProjectStore((state) => state.selectedId);
  const authorised = useProjectStore((state) =>
    Boolean(state.authorised?.some(({ id }) => id === projectId)),
  );
  const agreed = useRef<number | null>(null);

  useEffect(() => {
    if (projectId !== null) useProjectStore.getState().select(projectId);
  }, [projectId]);

  useEffect(() => {
    if (projectId === null || selectedId === null) return;
    if (selectedId === projectId) agreed.current = projectId;
    // Ignores the fallback selection if the user is not authorised for this project.
    else if (agreed.current === projectId && authorised) {
      void navigate(paths.projectDashboard(selectedId));
    }
  }, [projectId, selectedId, authorised, navigate]);
}

import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths';
import { useProjectStore } from '../../projects/project-store';

/**
 * Keeps the project of the address and the selected one together: the address selects its project,
 * and selecting another while it is shown leads to that one's dashboard, without any filters.
 */
export function useAddressProject(projectId: number | null): void {
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
    // A selection that fell back because this project is not authorised is not followed.
    else if (agreed.current === projectId && authorised) {
      void navigate(paths.projectDashboard(selectedId));
    }
  }, [projectId, selectedId, authorised, navigate]);
}

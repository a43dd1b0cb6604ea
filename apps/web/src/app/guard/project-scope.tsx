import { idParamSchema } from '@portal/contracts/scalars';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { useProjectStore } from '../../session/project-store';

/**
 * The pages of one project, /projects/{id}/…. Selects the project before a page or its guard asks
 * for permissions. Selecting another project opens the same page of that project, without filters.
 */
export function ProjectScope() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  const projectId = parsed.success ? parsed.data : null;
  const selected = useSelectedFromUrl(projectId);
  return selected ? <Outlet /> : null;
}

/** @returns whether the project of the URL is selected, as far as the user is authorised for it */
function useSelectedFromUrl(projectId: number | null): boolean {
  const navigate = useNavigate();
  const { pathname } = useLocation();
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
      void navigate(pathname.replace(/^\/projects\/\d+/, `/projects/${selectedId}`));
    }
  }, [projectId, selectedId, authorised, pathname, navigate]);

  return projectId === null || selectedId === projectId || !authorised;
}

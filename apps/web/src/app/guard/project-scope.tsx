import { idParamSchema } from '@portal/contracts/scalars';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ProjectOutlet } from './project-outlet';

/**
 * The pages of one project, /projects/{id}/…. Selects the project before a page or its guard asks
 * for permissions. Selecting another project opens the same page of that project, without filters.
 */
export function ProjectScope() {
  const { projectId: named = '' } = useParams();
  const parsed = idParamSchema.safeParse(named);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <ProjectOutlet
      projectId={parsed.success ? parsed.data : named}
      leave={(selectedId) =>
        void navigate(pathname.replace(/^\/projects\/[^/]+/, `/projects/${selectedId}`))
      }
    />
  );
}

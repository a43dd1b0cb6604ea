import { idParamSchema } from '@portal/contracts/scalars';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ProjectPage } from './project-page';

/**
 * The pages of one project, /projects/{id}/…. Selects the project before a page or its guard asks
 * for permissions. Selecting another project opens the same page of that project, without filters.
 */
export function ProjectScope() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <ProjectPage
      projectId={parsed.success ? parsed.data : null}
      leave={(selectedId) =>
        void navigate(pathname.replace(/^\/projects\/\d+/, `/projects/${selectedId}`))
      }
    />
  );
}

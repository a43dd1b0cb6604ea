import { idParamSchema } from '@portal/contracts/scalars';
import { Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { useProjectOfPage } from './use-project-of-page';

/**
 * The pages of one project, /projects/{id}/…. Selects the project before a page or its guard asks
 * for permissions. Selecting another project opens the same page of that project, without filters.
 */
export function ProjectScope() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const selected = useProjectOfPage(
    parsed.success ? parsed.data : null,
    (selectedId) => void navigate(pathname.replace(/^\/projects\/\d+/, `/projects/${selectedId}`)),
  );
  return selected ? <Outlet /> : null;
}

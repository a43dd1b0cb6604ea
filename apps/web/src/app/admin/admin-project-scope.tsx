import { idParamSchema } from '@portal/contracts/scalars';
import { Outlet, useNavigate, useParams } from 'react-router';
import { paths } from '../../lib/paths';
import { PageLoading } from '../../ui/page-loading';
import { useProjectOfPage } from '../guard/use-project-of-page';

/**
 * The page of one project in the administration. Selects the project before the guard asks for
 * permissions; selecting another one opens its page. The page itself says that a project is gone.
 */
export function AdminProjectScope() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  const navigate = useNavigate();
  const state = useProjectOfPage(
    parsed.success ? parsed.data : null,
    (selectedId) => void navigate(paths.adminProject(selectedId)),
  );
  return state === 'waiting' ? <PageLoading /> : <Outlet />;
}

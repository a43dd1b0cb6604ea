import { Navigate } from 'react-router';
import LockIcon from '~icons/ic/outline-lock';
import { useMay } from '../../session/permissions';
import { RefusedPage } from '../guard/refused-page';
import { adminPathOf, ADMIN_PAGES } from '../pages';
import { useSelectedProject } from '../../entities/projects/api';
import { MessagePanel } from '../../ui/message-panel';

/** `/admin` redirects to the users page, or to the first page that the user can open. */
export function AdminIndex() {
  const path = adminPathOf(useMay());
  if (path !== undefined) return <Navigate to={path} replace />;
  return (
    <RefusedPage>
      <NoAdminPage />
    </RefusedPage>
  );
}

const OF_PROJECTS = ADMIN_PAGES.filter(({ ofPortal }) => !ofPortal);
const NEEDED = [...new Set(OF_PROJECTS.flatMap(({ anyOf }) => anyOf))].join(', ');

/** For users who may open the administration, but none of its pages: what they lack. */
function NoAdminPage() {
  const project = useSelectedProject();
  return (
    <MessagePanel
      icon={LockIcon}
      level="h1"
      title="You cannot open any page of the administration"
      detail={`Each page needs a permission that you do not have${project ? ` in ${project.name}` : ''}, one of: ${NEEDED}. Ask an administrator, or select another project.`}
    />
  );
}

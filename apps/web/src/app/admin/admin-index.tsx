import { Navigate } from 'react-router';
import { paths } from '../../lib/paths';
import { mayOpen, useCaller } from '../../session/permissions';
import { ADMIN_HOME, ADMIN_PAGES } from './admin-pages';

/** `/admin` redirects to the users page, or to the first page that the user can open. */
export function AdminIndex() {
  const caller = useCaller();
  const open = ADMIN_PAGES.filter(({ anyOf }) => mayOpen(caller, anyOf));
  const target = open.find(({ segment }) => segment === ADMIN_HOME) ?? open[0];
  return <Navigate to={target ? `${paths.admin}/${target.segment}` : paths.home} replace />;
}

import { Navigate } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { RefusedPage } from '../guard/refused-page';
import { ADMIN_HOME, ADMIN_PAGES } from './admin-pages';

/** `/admin` redirects to the users page, or to the first page that the user can open. */
export function AdminIndex() {
  const may = useMay();
  const open = ADMIN_PAGES.filter(({ anyOf }) => may(anyOf));
  const target = open.find(({ segment }) => segment === ADMIN_HOME) ?? open[0];
  if (!target) return <RefusedPage />;
  return <Navigate to={`${paths.admin}/${target.segment}`} replace />;
}

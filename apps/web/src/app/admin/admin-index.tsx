import { Navigate } from 'react-router';
import { useMay } from '../../session/permissions';
import { RefusedPage } from '../guard/refused-page';
import { adminPathOf } from '../../pages';
import { NoAdminPage } from './no-admin-page';

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

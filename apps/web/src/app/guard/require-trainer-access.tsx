import { useParams } from 'react-router';
import { useSessionStore, userOf } from '../../session/session-store';
import { RequirePermission } from './require-permission';

/** Guards /trainer-stats/{email}: users see themselves, others need pod-info-public-view. */
export function RequireTrainerAccess() {
  const email = useParams()['email'];
  const own = useSessionStore(userOf)?.email;
  const isOwn = own !== undefined && own.toLowerCase() === email?.toLowerCase();
  return <RequirePermission anyOf={isOwn ? [] : ['pod-info-public-view']} />;
}

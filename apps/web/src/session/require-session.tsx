import type { Permission } from '@portal/contracts/permissions';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { logError } from '../lib/log';
import { paths } from '../lib/paths';
import { PageLoading } from '../ui/page-loading';
import { mayOpen, useCaller } from './permissions';
import { isAuthenticated, useSessionStore } from './session-store';
import { rememberReturnPath, startSignIn } from './sign-in';

interface RequireSessionProps {
  /**
   * One of these permissions is required in some project; an empty list requires only a session.
   */
  anyOf?: readonly Permission[];
}

/**
 * Guards the routes below. A signed-out visitor is sent to the login and returns to the target. A
 * user without a permission, or whose session ends, is sent home.
 */
export function RequireSession({ anyOf = [] }: RequireSessionProps) {
  const signedIn = useSessionStore(isAuthenticated);
  const [wasSignedIn] = useState(signedIn);
  const caller = useCaller();
  if (!signedIn) return wasSignedIn ? <Navigate to={paths.home} replace /> : <StartSignIn />;
  return mayOpen(caller, anyOf) ? <Outlet /> : <Navigate to={paths.home} replace />;
}

function StartSignIn() {
  const { pathname, search, hash } = useLocation();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    rememberReturnPath(pathname + search + hash);
    startSignIn().catch((error: unknown) => {
      logError('Login failed', error);
      setFailed(true);
    });
  }, [pathname, search, hash]);
  return failed ? <Navigate to={paths.home} replace /> : <PageLoading label="Authenticating..." />;
}

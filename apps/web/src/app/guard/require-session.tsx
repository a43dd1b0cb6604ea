import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../../lib/paths';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { rememberReturnPath, startSignIn } from '../../session/sign-in';
import { signInFailure } from '../pages/sign-in-failure';
import { PageLoading } from '../../ui/page-loading';

/**
 * Guards the routes below. A signed-out visitor is sent to the login and returns to the target. A
 * user whose session ends is sent home; unless that was a sign-out, the next sign-in leads back.
 */
export function RequireSession() {
  const signedIn = useSessionStore(isAuthenticated);
  const [wasSignedIn] = useState(signedIn);
  if (signedIn) return <Outlet />;
  return wasSignedIn ? <LeavePage /> : <StartSignIn />;
}

function LeavePage() {
  const { pathname, search, hash } = useLocation();
  const ended = useSessionStore((state) => state.ended);
  useEffect(() => {
    if (ended) rememberReturnPath(pathname + search + hash);
  }, [ended, pathname, search, hash]);
  return <Navigate to={paths.home} replace />;
}

function StartSignIn() {
  const { pathname, search, hash } = useLocation();
  const [failure, setFailure] = useState<ReturnType<typeof signInFailure>>();
  useEffect(() => {
    rememberReturnPath(pathname + search + hash);
    startSignIn().catch((error: unknown) => setFailure(signInFailure(error)));
  }, [pathname, search, hash]);
  if (!failure) return <PageLoading label="Authenticating..." />;
  return <Navigate to={paths.home} replace state={failure} />;
}

import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { logError } from '../../lib/log';
import { paths } from '../../lib/paths';
import { completeSignIn, isSignInReturn, startSignIn } from '../../session/sign-in';

/** State of the login card. Errors are only logged; the user stays on the card. */
export function useSignIn(): { authenticating: boolean; signIn: () => void } {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const returning = isSignInReturn(search);
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (!returning) return;
    completeSignIn(search).then(
      (path) => navigate(path, { replace: true }),
      (error: unknown) => {
        logError('Login failed', error);
        return navigate(paths.home, { replace: true });
      },
    );
  }, [returning, search, navigate]);

  function signIn(): void {
    setLeaving(true);
    startSignIn().catch((error: unknown) => {
      logError('Login failed', error);
      setLeaving(false);
    });
  }

  return { authenticating: returning || leaving, signIn };
}

import PersonIcon from '~icons/ic/outline-person';
import { Alert, AlertTitle, Button, Card, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { aboutSchema } from '@portal/contracts/about';
import { api } from '../../session/api';
import { useSessionStore } from '../../session/session-store';
import { LogoMark } from '../../ui/logo-mark';
import { paths } from '../../lib/paths';
import { completeSignIn, isSignInReturn, startSignIn } from '../../session/sign-in';
import { signInFailure, useSignInFailure } from './sign-in-failure';
import { Columns } from '../../ui/layout';

/** Starts the sign-in, and completes it when the browser returns. */
export function SignInCard() {
  const { authenticating, failure, signIn } = useSignIn();
  const ended = useSessionStore((state) => state.ended);
  const isLocal = useIsLocal();
  return (
    <Card sx={{ width: '100%', maxWidth: 500, p: { xs: 3, sm: 5 }, textAlign: 'center' }}>
      <Columns gap={1.25} sx={{ justifyItems: 'center' }}>
        <LogoMark size={52} />
        <Typography variant="h1" sx={{ mt: 1.5 }}>
          Welcome to Turing Portal
        </Typography>
        <Typography color="textSecondary">
          Your gateway to AI training and review management
        </Typography>
      </Columns>
      {ended && failure === undefined && (
        <Typography role="status" sx={{ mt: 3 }}>
          Your session has ended. Sign in again.
        </Typography>
      )}
      {failure !== undefined && !authenticating && (
        <Alert severity="error" sx={{ mt: 3, textAlign: 'left' }}>
          <AlertTitle>Signing in failed</AlertTitle>
          {failure}
        </Alert>
      )}
      <Button
        fullWidth
        size="large"
        variant="contained"
        loading={authenticating}
        loadingPosition="start"
        startIcon={isLocal ? <PersonIcon /> : <GoogleMark />}
        onClick={signIn}
        sx={{ mt: 4 }}
      >
        {authenticating
          ? 'Authenticating...'
          : isLocal
            ? 'Sign in on this machine'
            : 'Sign in with Google'}
      </Button>
    </Card>
  );
}

/** Google's G in the colour of the button. */
function GoogleMark() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden
      focusable="false"
    >
      <path d="M12.2 10.3v3.6h5.1c-.5 2.3-2.4 3.6-5.1 3.6a5.5 5.5 0 1 1 0-11c1.4 0 2.6.5 3.6 1.3l2.6-2.6A9.2 9.2 0 0 0 12.2 2.8a9.2 9.2 0 1 0 0 18.4c5.3 0 8.9-3.7 8.9-9 0-.6-.1-1.3-.2-1.9z" />
    </svg>
  );
}

/** Whether people sign in on this machine, without Google. This page has no cache of requests. */
function useIsLocal(): boolean {
  const [isLocal, setLocal] = useState(false);
  useEffect(() => {
    const leave = new AbortController();
    api.call('/about', aboutSchema, { signal: leave.signal }).then(
      ({ sign_in: signIn }) => setLocal(signIn === 'local'),
      // The button says why it fails.
      () => undefined,
    );
    return () => leave.abort();
  }, []);
  return isLocal;
}

/** State of the login card. After a failure the user stays on it, and reads why. */
function useSignIn() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const failure = useSignInFailure();
  const returning = isSignInReturn(search);
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (!returning) return;
    completeSignIn(search).then(
      (path) => navigate(path, { replace: true }),
      (error: unknown) => navigate(paths.home, { replace: true, state: signInFailure(error) }),
    );
  }, [returning, search, navigate]);

  function signIn(): void {
    setLeaving(true);
    startSignIn().catch((error: unknown) => {
      setLeaving(false);
      return navigate(paths.home, { replace: true, state: signInFailure(error) });
    });
  }

  return { authenticating: returning || leaving, failure, signIn };
}

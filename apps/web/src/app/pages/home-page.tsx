import { Box } from '@mui/material';
import { Suspense } from 'react';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { SignInCard } from './sign-in-card';
import { lazyPart } from '../../ui/lazy-part';

const WelcomeBack = lazyPart(async () => (await import('./welcome-back')).WelcomeBack);

/** Home: the login card, or a welcome for signed-in users. */
export function HomePage() {
  const signedIn = useSessionStore(isAuthenticated);
  return (
    <Box
      sx={(theme) => ({
        flex: 1,
        display: 'grid',
        placeItems: 'center',
        px: 2,
        py: { xs: 4, sm: 8 },
        background: `radial-gradient(60rem 32rem at 50% 0%, rgb(${theme.vars.palette.primary.mainChannel} / 0.1), transparent 70%)`,
      })}
    >
      {signedIn ? (
        <Suspense>
          <WelcomeBack />
        </Suspense>
      ) : (
        <SignInCard />
      )}
    </Box>
  );
}

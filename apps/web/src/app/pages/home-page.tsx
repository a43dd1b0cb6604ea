import { Suspense } from 'react';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { SignInCard } from './sign-in-card';
import { Columns } from '../../ui/layout';
import { lazyPart } from '../../ui/lazy-part';

const WelcomeBack = lazyPart(async () => (await import('./welcome-back')).WelcomeBack);
const SetupOfHome = lazyPart(async () => (await import('./setup-of-home')).SetupOfHome);

/** Home: the login card, or a welcome for signed-in users. */
export function HomePage() {
  const signedIn = useSessionStore(isAuthenticated);
  return (
    <Columns
      sx={(theme) => ({
        flex: 1,
        placeItems: 'center',
        px: 2,
        py: { xs: 4, sm: 8 },
        background: `radial-gradient(60rem 32rem at 50% 0%, rgb(${theme.vars.palette.primary.mainChannel} / 0.1), transparent 70%)`,
      })}
    >
      {signedIn ? (
        <Columns gap={3} sx={{ justifyItems: 'center', width: '100%', maxWidth: 720 }}>
          <Suspense>
            <WelcomeBack />
          </Suspense>
          <Suspense>
            <SetupOfHome />
          </Suspense>
        </Columns>
      ) : (
        <SignInCard />
      )}
    </Columns>
  );
}

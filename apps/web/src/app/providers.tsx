import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { LiveProvider } from '../live/live-provider';
import { useProjectStore } from '../session/project-store';
import { followOtherTabs, useSessionStore, type Session } from '../session/session-store';
import { ThemeProvider } from '../ui/theme-provider';
import { Toaster } from '../ui/toaster';

/** All context providers of the pages, outermost first. */
export function Providers({
  queryClient,
  children,
}: {
  queryClient: QueryClient;
  children: ReactNode;
}) {
  useEffect(followOtherTabs, []);
  useEffect(() => clearOnUserChange(queryClient), [queryClient]);
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <LiveProvider>{children}</LiveProvider>
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/** Clears the query cache when another user signs in. */
function clearOnUserChange(queryClient: QueryClient): () => void {
  return useSessionStore.subscribe(({ session }, before) => {
    if (subjectOf(session) === subjectOf(before.session)) return;
    queryClient.clear();
    useProjectStore.getState().forget();
  });
}

function subjectOf(session: Session): string | undefined {
  return session.kind === 'signed-in' ? session.claims.sub : undefined;
}

import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useProjectStore } from '../session/project-store';
import { followOtherTabs, subjectOf, useSessionStore } from '../session/session-store';
import { ThemeProvider } from '../ui/theme-provider';
import { useToastStore } from '../ui/toast-store';

/** Loaded with the first toast. */
const Toaster = lazy(async () => ({ default: (await import('../ui/toaster')).Toaster }));

/** What surrounds every page. */
export function Providers({ children }: { children: ReactNode }) {
  const toasted = useToastStore(({ toast }) => toast.serial > 0);
  useEffect(followOtherTabs, []);
  useEffect(forgetProjectsOnUserChange, []);
  return (
    <ThemeProvider>
      {children}
      <Suspense>{toasted && <Toaster />}</Suspense>
    </ThemeProvider>
  );
}

function forgetProjectsOnUserChange(): () => void {
  return useSessionStore.subscribe(({ session }, before) => {
    if (subjectOf(session) !== subjectOf(before.session)) useProjectStore.getState().forget();
  });
}

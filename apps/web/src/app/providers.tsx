import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { logError } from '../lib/log';
import { useProjectStore } from '../lib/project-store';
import { followOtherTabs, subjectOf, useSessionStore } from '../session/session-store';
import { lazyPart } from '../ui/lazy-part';
import { ThemeProvider } from '../ui/theme-provider';
import { useToastStore } from '../ui/toast-store';

/**
 * Loaded with the first toast, or before by the shell. Without a network it may be missing, which must
 * not take the page away.
 */
const Toaster = lazyPart(loadToaster);

async function loadToaster(): Promise<ComponentType> {
  try {
    return (await import('../ui/toaster')).Toaster;
  } catch (error) {
    logError('Toasts could not be loaded', error);
    return () => null;
  }
}

/** What surrounds every page. */
export function Providers({ children }: { children: ReactNode }) {
  const toasted = useToastStore(({ toast, offer }) => toast.serial + offer.serial > 0);
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

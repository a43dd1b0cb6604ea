import nodeConsole from 'node:console';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, inject, vi } from 'vitest';
import type { StoreApi } from 'zustand';
import { usePalette } from '../app/palette/palette-store';
import { useUploadStore } from '../features/tasks/uploads/upload-store';
import { useProfileDialog } from '../features/profile/dialog-store';
import { useSessionsDialog } from '../features/sessions/dialog-store';
import { useCsvStore } from '../lib/csv-dialect';
import { useNewVersion } from '../lib/new-version';
import { useServerClock } from '../lib/server-clock';
import { forgetUnkept } from '../lib/storage';
import { useUserZone } from '../lib/user-zone';
import { useLiveStore } from '../live/live-store';
import { useProjectStore } from '../lib/project-store';
import { adoptStoredSession, useSessionStore } from '../session/session-store';
import { useToastStore } from '../ui/toast-store';
import { beginTest, endTest, setDesktop } from './window';

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a condition, of vitest.config.ts. */
    waitMs: number;
  }
}

configure({
  asyncUtilTimeout: inject('waitMs'),
  // Without the page, which is slow to print: a query that waits fails many times. `screen.debug()` prints it.
  getElementError(message) {
    const error = new Error(message ?? undefined);
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
// As in browsers. happy-dom prints the HTML, and Popper calls this often to recognise the window.
Element.prototype.toString = Object.prototype.toString;

keepNoOwnerStacks();
printByTest();

/** Every test starts signed out, with empty storage, new stores and no page. */
beforeEach(() => {
  beginTest();
  setDesktop();
  localStorage.clear();
  sessionStorage.clear();
  forgetUnkept();
  adoptStoredSession();
  useSessionStore.setState({ ended: false });
  useProjectStore.setState({ selectedId: null, authorised: null });
  reset(useCsvStore);
  reset(useLiveStore);
  reset(useNewVersion);
  reset(usePalette);
  reset(useProfileDialog);
  reset(useServerClock);
  reset(useSessionsDialog);
  reset(useToastStore);
  reset(useUploadStore);
  reset(useUserZone);
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await endTest();
});

/** happy-dom was given Node's console before Vitest had one that knows the test. */
function printByTest(): void {
  nodeConsole.error = (...message: unknown[]) => globalThis.console.error(...message);
}

function reset<T>(store: StoreApi<T>): void {
  store.setState(store.getInitialState(), true);
}

/**
 * React's development build records a stack for each of the first 10,000 elements of a second, for messages that no
 * test reads; that took a sixth of the run.
 */
function keepNoOwnerStacks(): void {
  const internals: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  );
  if (typeof internals !== 'object' || internals === null) throw new Error('another React');
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });
}

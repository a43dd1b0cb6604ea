import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { StoreApi } from 'zustand';
import { usePalette } from '../app/palette/palette-store';
import { useUploadStore } from '../features/imports/upload-store';
import { useProfileDialog } from '../features/profile/dialog-store';
import { useSessionsDialog } from '../features/sessions/dialog-store';
import { useCsvStore } from '../lib/csv-dialect';
import { useUserZone } from '../lib/user-zone';
import { useLiveStore } from '../live/live-store';
import { useProjectStore } from '../lib/project-store';
import { adoptStoredSession, useSessionStore } from '../session/session-store';
import { useToastStore } from '../ui/toast-store';
import { setDesktop } from './window';

configure({
  // As `expect.poll` in vitest.config.ts.
  asyncUtilTimeout: 60_000,
  // Without the page, which is slow to print: a query that waits fails many times. `screen.debug()` prints it.
  getElementError(message) {
    const error = new Error(message ?? undefined);
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
// As in browsers. happy-dom prints the HTML, and Popper calls this often to recognise the window.
Element.prototype.toString = Object.prototype.toString;

/** Every test starts signed out, with empty storage, new stores and no page. */
beforeEach(() => {
  setDesktop();
  localStorage.clear();
  sessionStorage.clear();
  adoptStoredSession();
  useSessionStore.setState({ ended: false });
  useProjectStore.setState({ selectedId: null, authorised: null });
  reset(useCsvStore);
  reset(useLiveStore);
  reset(usePalette);
  reset(useProfileDialog);
  reset(useSessionsDialog);
  reset(useToastStore);
  reset(useUploadStore);
  reset(useUserZone);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function reset<T>(store: StoreApi<T>): void {
  store.setState(store.getInitialState(), true);
}

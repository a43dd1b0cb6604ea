import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { StoreApi } from 'zustand';
import { usePalette } from '../app/palette/palette-store';
import { useUploadStore } from '../features/imports/upload-store';
import { useProfileDialog } from '../features/profile/dialog-store';
import { useUserZone } from '../lib/user-zone';
import { useLiveStore } from '../live/live-store';
import { useProjectStore } from '../session/project-store';
import { adoptStoredSession } from '../session/session-store';
import { useToastStore } from '../ui/toast-store';
import { keepStylesThatTestsRead } from './styles';
import { setDesktop } from './window';

configure({
  // The first load of a page is slow on a busy machine.
  asyncUtilTimeout: 10_000,
  // The page is only printed in the error that fails the test, not for each attempt before it.
  getElementError(message, container) {
    const willTryAgain = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    const parts = willTryAgain ? [message] : [message, prettyDOM(container)];
    const error = new Error(parts.filter(Boolean).join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});
vi.setConfig({ testTimeout: 60_000 });
keepStylesThatTestsRead();
// As in browsers. happy-dom prints the HTML, and Popper calls this often to recognise the window.
Element.prototype.toString = Object.prototype.toString;

/** Every test starts signed out, with empty storage, new stores and no page. */
beforeEach(() => {
  setDesktop();
  localStorage.clear();
  sessionStorage.clear();
  adoptStoredSession();
  useProjectStore.setState({ selectedId: null, authorised: null });
  reset(useLiveStore);
  reset(usePalette);
  reset(useProfileDialog);
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

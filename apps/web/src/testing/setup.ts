import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { useProjectStore } from '../session/project-store';
import { adoptStoredSession } from '../session/session-store';
import { useToastStore } from '../ui/toast-store';
import { setDesktop } from './window';

// The first load of a page is slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 60_000 });

/** Every spec starts signed out, with empty storage and no page. */
beforeEach(() => {
  setDesktop();
  localStorage.clear();
  sessionStorage.clear();
  adoptStoredSession();
  useProjectStore.setState({ selectedId: null, authorised: null });
  useToastStore.setState(useToastStore.getInitialState(), true);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

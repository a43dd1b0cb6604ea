import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { useProjectStore } from '../projects/project-store';
import { adoptStoredSession } from '../session/session-store';
import { setDesktop } from './window';

// A busy machine takes its time over the first load of a page; conditions are waited for, not slept.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 60_000 });

/** Every spec begins signed out, with nothing stored and no page open. */
beforeEach(() => {
  setDesktop();
  localStorage.clear();
  sessionStorage.clear();
  adoptStoredSession();
  useProjectStore.setState({ selectedId: null, authorised: null });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNewVersion } from '../../lib/new-version';
import { useLiveStore } from '../../live/live-store';
import { serveShell } from '../../testing/portal-stub';
import { missPart, pageOf, runRelease } from '../../testing/releases';
import { openAt, press } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';

const stub = stubServer();
let reload: { mock: { calls: unknown[][] } };
let end: () => void;
let served: string;

const bar = () => screen.queryByText('A new version is here.');
const asked = () => stub.callsOf('GET /').length;

beforeEach(() => {
  serveShell(stub);
  served = 'two';
  stub.on('GET /', () => ({ text: pageOf(served) }));
  end = runRelease('one');
  reload = vi.spyOn(window.location, 'reload').mockReturnValue();
});

afterEach(() => {
  end();
  act(() => useNewVersion.setState({ isNew: false }));
});

describe('a new version of the client', () => {
  it('WEB-127 is offered when a part is missing, and the page stays until the user reloads it', async () => {
    openAt('/');
    await screen.findByText('Welcome to Turing Portal');
    expect(bar()).toBeNull();
    act(missPart);
    await waitFor(() => expect(bar()).toBeTruthy());
    expect(screen.getByText('Welcome to Turing Portal')).toBeTruthy();
    expect(reload.mock.calls).toHaveLength(0);
    await press('Reload');
    expect(reload.mock.calls).toHaveLength(1);
  });

  it('WEB-127 is asked for after a reconnection; the same version is none', async () => {
    served = 'one';
    openAt('/');
    await screen.findByText('Welcome to Turing Portal');
    act(() => useLiveStore.setState({ connectionNo: 1 }));
    act(() => useLiveStore.setState({ connectionNo: 2 }));
    await waitFor(() => expect(asked()).toBe(1));
    served = 'two';
    act(() => useLiveStore.setState({ connectionNo: 3 }));
    await waitFor(() => expect(bar()).toBeTruthy());
    expect(asked()).toBe(2);
  });

  it('WEB-127 is taken by a wall itself', async () => {
    openAt('/?kiosk=1');
    await screen.findByText('Welcome to Turing Portal');
    expect(reload.mock.calls).toHaveLength(0);
    act(missPart);
    await waitFor(() => expect(reload.mock.calls).toHaveLength(1));
    expect(bar()).toBeNull();
  });
});

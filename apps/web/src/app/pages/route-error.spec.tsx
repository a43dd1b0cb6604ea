import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNewVersion } from '../../lib/new-version';
import { serveShell } from '../../testing/portal-stub';
import { pageOf, runRelease } from '../../testing/releases';
import { openAt } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { TestStyles } from '../../testing/styles';
import { grant, project, signInAs } from '../../testing/users';
import { Providers } from '../providers';
import { routes } from '../router';
import { RouteError } from './route-error';

vi.mock('../../features/delivery/delivery-page', () => ({
  DeliveryPage: () => {
    throw new Error('Broken');
  },
}));

vi.mock('./analytics-home-page', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const stub = stubServer();
/** The portal has this release, or none while it is deployed. */
let released: string | undefined;

/** Opens a page whose module cannot be loaded. */
function openBroken(path = '/'): void {
  const lazy = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const broken = [{ errorElement: <RouteError />, children: [{ path: '/', lazy }] }];
  render(
    <TestStyles>
      <Providers>
        <RouterProvider router={createMemoryRouter(broken, { initialEntries: [path] })} />
      </Providers>
    </TestStyles>,
  );
}

function comeOnline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
}
let end: () => void;
let reload: { mock: { calls: unknown[][] } };

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serveShell(stub, [project(1, 'Atlas'), project(2, 'Borealis')]);
  released = 'one';
  stub.on('GET /', () => ({ text: released === undefined ? 'Deploying' : pageOf(released) }));
  end = runRelease('one');
  reload = vi.spyOn(window.location, 'reload').mockReturnValue();
});

afterEach(() => {
  end();
  vi.useRealTimers();
  useNewVersion.setState({ isNew: false });
});

describe('a page that cannot be loaded', () => {
  it('WEB-69 says that the browser is offline, and loads with the network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    openBroken();
    expect(await screen.findByRole('heading', { name: 'You are offline.' })).toBeTruthy();
    expect(reload.mock.calls).toHaveLength(0);
    comeOnline();
    await waitFor(() => expect(reload.mock.calls).toHaveLength(1));
  });

  it('WEB-69 with a network says that a reload can help, and does not reload', async () => {
    openBroken();
    expect(
      await screen.findByRole('heading', { name: 'This page could not be shown' }),
    ).toBeTruthy();
    comeOnline();
    expect(reload.mock.calls).toHaveLength(0);
    screen.getByRole('button', { name: 'Reload page' }).click();
    expect(reload.mock.calls).toHaveLength(1);
  });

  it('WEB-127 is loaded again if the portal has a new version', async () => {
    released = 'two';
    openBroken();
    await waitFor(() => expect(reload.mock.calls).toHaveLength(1));
  });

  it('WEB-127 is not loaded again within a minute of a reload, so that it does not reload without end', async () => {
    const timing = { startTime: 0, duration: 0, toJSON: () => ({}) };
    const navigation = { name: '', entryType: 'navigation', type: 'reload', ...timing };
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation]);
    const now = vi.spyOn(performance, 'now').mockReturnValue(59_999);
    released = 'two';
    openBroken();
    await screen.findByRole('heading', { name: 'This page could not be shown' });
    expect(stub.callsOf('GET /')).toHaveLength(0);
    cleanup();
    now.mockReturnValue(60_000);
    openBroken();
    await waitFor(() => expect(reload.mock.calls).toHaveLength(1));
  });

  it('WEB-127 is loaded again on a wall every 30 seconds, as long as the server responds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    openBroken('/?kiosk=1');
    const asked = () => stub.callsOf('GET /').length;
    await expect.poll(asked).toBe(1);
    released = undefined;
    vi.advanceTimersByTime(30_000);
    await expect.poll(asked).toBe(2);
    released = 'one';
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => reload.mock.calls.length).toBe(1);
    expect(asked()).toBe(3);
  });
});

describe('a page that throws', () => {
  it('WEB-128 leaves sidebar and project selector, which lead on', async () => {
    signInAs(grant(1), grant(2));
    const tab = openAt('/delivery-stats?project=1');
    await screen.findByRole('heading', { name: 'This page could not be shown' });
    await userEvent.click(await screen.findByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: 'Borealis' }));
    await waitFor(() => expect(tab.url()).toBe('/delivery-stats?project=2'));
    const sidebar = within(screen.getByRole('navigation', { name: 'Workspace' }));
    await userEvent.click(sidebar.getByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByText('Welcome, Zoë Admin')).toBeTruthy();
    expect(screen.queryByText('This page could not be shown')).toBeNull();
  });

  it('WEB-128 a page that cannot be loaded leaves them, too', async () => {
    signInAs(grant(1));
    openAt('/analytics-home?project=1');
    await screen.findByRole('heading', { name: 'This page could not be shown' });
    expect(screen.getByRole('navigation', { name: 'Workspace' })).toBeTruthy();
  });

  it('WEB-128 has its boundary within each layout, and none that is loaded with it', () => {
    const wrong = (of: readonly RouteObject[]): RouteObject[] => {
      const [around, ...others] = of;
      if (others.length > 0 || around?.errorElement === undefined || around.lazy) return [...of];
      return (around.children ?? []).flatMap(({ errorElement, children = [], ...route }) => [
        ...(errorElement === undefined ? [] : [route]),
        ...(children.length === 0 ? [] : wrong(children)),
      ]);
    };
    expect(wrong(routes)).toEqual([]);
  });
});

import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TestStyles } from '../../testing/styles';
import { Providers } from '../providers';
import { RouteError } from './route-error';

/** Opens a page whose module cannot be loaded. */
function openBroken(): void {
  const lazy = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const routes = [{ errorElement: <RouteError />, children: [{ path: '/', lazy }] }];
  render(
    <TestStyles>
      <Providers>
        <RouterProvider router={createMemoryRouter(routes)} />
      </Providers>
    </TestStyles>,
  );
}

function comeOnline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
}
let reload: { mock: { calls: unknown[][] } };

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  reload = vi.spyOn(window.location, 'reload').mockReturnValue();
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
});

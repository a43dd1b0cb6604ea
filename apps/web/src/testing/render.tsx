import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect } from 'vitest';
import { Providers } from '../app/providers';
import { QueryScope } from '../app/query-scope';
import { routes } from '../app/router';
import { createQueryClient, setTabQueryClient, tabQueryClient } from '../app/query-client';
import {
  type AnyState,
  stateKey,
  takeState as writeState,
  type Topic,
} from '../live/pushed-states';
import { TestStyles } from './styles';

/** Renders the whole application at a path. */
export function openAt(url: string) {
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  const queryClient = createQueryClient();
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } });
  setTabQueryClient(queryClient);
  render(
    <TestStyles>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </TestStyles>,
  );
  return {
    /** Path, query and hash of the open page. */
    url: () => {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    /** Opens another page. */
    open: (to: string) => act(() => router.navigate(to)),
    /** Like the browser's back button. */
    goBack: () => act(() => router.navigate(-1)),
    /** Waits until no fetch is pending. */
    idle: () => waitFor(() => expect(queryClient.isFetching()).toBe(0)),
  };
}

/** A state arrives from the server. */
export function takeState(entry: AnyState): void {
  act(() => void writeState(tabQueryClient(), entry));
}

/** The newest pushed state of a project. */
export function heldState(topic: Topic, projectId: number): unknown {
  return tabQueryClient().getQueryData(stateKey(topic, projectId));
}

/** The number of queries that wait for the server. */
export function requestsUnderWay(): number {
  return tabQueryClient().isFetching();
}

/** Renders one component with what surrounds every page. */
export function renderAlone(component: ReactNode): void {
  setTabQueryClient(createQueryClient());
  const element = <QueryScope>{component}</QueryScope>;
  render(
    <TestStyles>
      <Providers>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </Providers>
    </TestStyles>,
  );
}

/** Clicks the button of that name as soon as it exists. */
export async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

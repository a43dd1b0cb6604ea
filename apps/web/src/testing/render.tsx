import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect } from 'vitest';
import { Providers } from '../app/providers';
import { routes } from '../app/router';
import { createQueryClient } from '../lib/query-client';

/** Opens the whole application at an address, as a tab would. */
export function openAt(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const queryClient = createQueryClient();
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } });
  render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return {
    /** Path and query of the page that is open. */
    address: () => router.state.location.pathname + router.state.location.search,
    /** As the browser's back button. */
    goBack: () => act(() => router.navigate(-1)),
    /** Waits until no read is under way. */
    idle: () => waitFor(() => expect(queryClient.isFetching()).toBe(0)),
  };
}

/** Presses the button of that name as soon as it is there. */
export async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

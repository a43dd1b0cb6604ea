import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { urlParam, useUrlState } from '../../lib/url-state';
import { SearchField } from './search-field';

const PARAMS = { search: urlParam(z.string(), ''), sort: urlParam(z.string(), '') };
const box = () => screen.getByRole<HTMLInputElement>('searchbox');

function Page() {
  const [{ search }, setState] = useUrlState(PARAMS);
  return (
    <>
      <SearchField
        label="Search"
        placeholder="Search"
        maxLength={20}
        value={search}
        onSearch={(text) => setState({ search: text }, { replace: true })}
      />
      <button type="button" onClick={() => setState({ sort: 'name' })}>
        Sort
      </button>
    </>
  );
}

function open() {
  const router = createMemoryRouter([{ path: '/', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  const search = () => router.state.location.search;
  return { search, go: (steps: number) => act(() => router.navigate(steps)), router };
}

it('UI-42 a search field follows the URL, and its own search does not undo new letters', async () => {
  const { search, go } = open();
  await userEvent.type(box(), 'ab');
  await waitFor(() => expect(search()).toBe('?search=ab'));
  // Unsent letters survive the change of something else. No time passes between the two.
  fireEvent.change(box(), { target: { value: 'abc' } });
  fireEvent.click(screen.getByText('Sort'));
  expect(box().value).toBe('abc');
  await waitFor(() => expect(search()).toBe('?sort=name&search=abc'));
  await userEvent.clear(box());
  await waitFor(() => expect(search()).toBe('?sort=name'));
  await go(-1);
  expect(search()).toBe('?search=ab');
  expect(box().value).toBe('ab');
  await go(1);
  expect(search()).toBe('?sort=name');
  expect(box().value).toBe('');
});

it('UI-42 going back right after a search shows the previous search', async () => {
  const { search, router } = open();
  await userEvent.type(box(), 'ab');
  await waitFor(() => expect(search()).toBe('?search=ab'));
  await userEvent.click(screen.getByText('Sort'));
  // Nothing is rendered between the search and the way back.
  const stop = router.subscribe(({ location }) => {
    if (location.search !== '?sort=name') return;
    stop();
    void router.navigate(-1);
  });
  await userEvent.clear(box());
  await waitFor(() => expect(search()).toBe('?search=ab'));
  await waitFor(() => expect(box().value).toBe('ab'));
});

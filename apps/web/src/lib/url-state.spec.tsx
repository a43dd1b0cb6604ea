import { act, render, screen } from '@testing-library/react';
import { daySchema, wholeNumberParam } from '@portal/contracts/scalars';
import fc from 'fast-check';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readUrl, urlParam, useUrlState, writeUrl } from './url-state';

const PARAMS = {
  period: urlParam(z.enum(['this_week', 'last_week']), 'this_week'),
  page: urlParam(wholeNumberParam({ minimum: 1, maximum: 50 }), 1),
  day: urlParam(daySchema, null),
  search: urlParam(z.string().max(20), ''),
};

describe('state in the URL', () => {
  it('WEB-46 is read as it was written, whatever else is in the URL', () => {
    const state = fc.record({
      period: fc.constantFrom('this_week', 'last_week'),
      page: fc.integer({ min: 1, max: 50 }),
      day: fc.constantFrom(null, '2026-01-31'),
      search: fc.string({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(state, fc.string(), (wanted, other) => {
        const before = new URLSearchParams({ other, page: '7' });
        const text = writeUrl(PARAMS, before, wanted).toString();
        const after = new URLSearchParams(text);
        expect(readUrl(PARAMS, after)).toEqual(wanted);
        expect(after.get('other')).toBe(other);
      }),
    );
  });

  it('WEB-46 ignores each invalid value, and does not write defaults', () => {
    const read = readUrl(PARAMS, new URLSearchParams('period=never&page=51&day=x&search=a'));
    expect(read).toEqual({ period: 'this_week', page: 1, day: null, search: 'a' });
    const before = new URLSearchParams('page=3&day=2026-01-31&keep=1');
    expect(writeUrl(PARAMS, before, { page: 1, day: null }).toString()).toBe('keep=1');
  });

  it('WEB-46 adds a history entry for a choice, and none for typing', async () => {
    const router = createMemoryRouter([{ path: '/', element: <Page /> }], {
      initialEntries: ['/?page=2#figures'],
    });
    render(<RouterProvider router={router} />);
    const search = () => router.state.location.search;
    await act(async () => screen.getByText('next').click());
    expect(search()).toBe('?page=3');
    expect(router.state.location.hash).toBe('#figures');
    await act(async () => screen.getByText('type').click());
    expect(search()).toBe('?page=3&search=a');
    await act(() => router.navigate(-1));
    expect(search()).toBe('?page=2');
    expect(screen.getByText('page 2')).toBeTruthy();
  });
});

it('WEB-82 changes of one moment and of an older render add up', async () => {
  const router = createMemoryRouter([{ path: '/', element: <Late /> }]);
  render(<RouterProvider router={router} />);
  const old = screen.getByText('both');
  const late = setters[0];
  await act(async () => old.click());
  expect(router.state.location.search).toBe('?page=2&day=2026-01-31&period=last_week');
  await act(async () => late?.({ search: 'a' }));
  expect(router.state.location.search).toBe('?page=2&day=2026-01-31&period=last_week&search=a');
});

it('WEB-82 a page that is left or being left changes nothing in the URL of the next one', async () => {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const router = createMemoryRouter([
    { path: '/', element: <Late /> },
    { path: '/next', element: <p>next</p>, loader: () => loaded.then(() => null) },
  ]);
  render(<RouterProvider router={router} />);
  const late = setters.at(-1);
  await act(async () => late?.({ search: 'a' }));
  expect(router.state.location.search).toBe('?search=a');
  await act(async () => void router.navigate('/next'));
  await act(async () => late?.({ search: 'b' }));
  await act(async () => load());
  await screen.findByText('next');
  await act(async () => late?.({ search: 'c' }));
  expect(router.state.location).toMatchObject({ pathname: '/next', search: '' });
});

const setters: ((change: { search: string }) => void)[] = [];

/** Two parts of a page change the URL in one event, and a timer of the first render later. */
function Late() {
  const [, set] = useUrlState(PARAMS);
  const [, setOther] = useUrlState(PARAMS);
  const change = () => {
    set({ page: 2 });
    setOther({ day: '2026-01-31' });
    set({ period: 'last_week' });
  };
  setters.push(set);
  return (
    <button type="button" onClick={change}>
      both
    </button>
  );
}

function Page() {
  const [{ page }, setState] = useUrlState(PARAMS);
  return (
    <>
      <p>page {page}</p>
      <button type="button" onClick={() => setState((now) => ({ page: now.page + 1 }))}>
        next
      </button>
      <button type="button" onClick={() => setState({ search: 'a' }, { replace: true })}>
        type
      </button>
    </>
  );
}

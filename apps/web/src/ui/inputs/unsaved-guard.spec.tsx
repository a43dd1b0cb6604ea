import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { press } from '../../testing/render';
import { useUnsavedGuard } from './unsaved-guard';

function Guarded({ dirty }: { dirty: boolean }) {
  return useUnsavedGuard(dirty, () => undefined).question;
}

/** A page with one guard, and a dialog above it with another. */
function open(page: boolean, dialog: boolean) {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          <Guarded dirty={page} />
          <Guarded dirty={dialog} />
        </>
      ),
    },
    { path: '/other', element: 'Other page' },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

describe('two guards of unsaved work', () => {
  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])('WEB-52 ask once before another page opens: %s, %s', async (page, dialog) => {
    const router = open(page, dialog);
    void router.navigate('/other');
    await screen.findByRole('dialog', { name: 'Discard changes?' });
    await press('Keep editing');
    expect(router.state.location.pathname).toBe('/');
    void router.navigate('/other');
    await press('Discard');
    expect(await screen.findByText('Other page')).toBeTruthy();
  });

  it('WEB-52 do not ask without changes', async () => {
    void open(false, false).navigate('/other');
    expect(await screen.findByText('Other page')).toBeTruthy();
  });
});

import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PlainTable } from '../tables/plain-table';
import { lazyPart } from './lazy-part';
import { useToastStore } from './toast-store';

interface Closable {
  onClose?: () => void;
}

/** A module that cannot be loaded at first, as after a release. */
function missingAtFirst() {
  let attempts = 0;
  return lazyPart<Closable>(async (): Promise<{ default: ComponentType<Closable> }> => {
    attempts += 1;
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>Here it is</p> };
  });
}

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

describe('a part that cannot be loaded', () => {
  it('WEB-126 leaves the page as it is, and is loaded again by a button', async () => {
    const Part = missingAtFirst();
    await act(async () =>
      render(
        <>
          <input aria-label="Name" defaultValue="half-typed" />
          <Suspense>
            <Part />
          </Suspense>
        </>,
      ),
    );
    expect(screen.getByRole('alert').textContent).toContain('This part could not be shown.');
    await act(async () => screen.getByRole('button', { name: 'Try Again' }).click());
    expect(screen.getByText('Here it is')).toBeTruthy();
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'half-typed');
  });

  it('WEB-126 is closed if it is a dialog, with a toast, and opens the next time', async () => {
    const Dialog = missingAtFirst();
    const close = vi.fn<() => void>();
    const dialog = (open: boolean) => <Suspense>{open && <Dialog onClose={close} />}</Suspense>;
    const page = render(dialog(false));
    await act(async () => page.rerender(dialog(true)));
    expect(close).toHaveBeenCalledOnce();
    expect(useToastStore.getState().toast.message).toBe('This could not be shown');
    page.rerender(dialog(false));
    await act(async () => page.rerender(dialog(true)));
    expect(screen.getByText('Here it is')).toBeTruthy();
  });
});

describe('a cell that throws', () => {
  it('WEB-126 costs its cell only', () => {
    const columns = [
      { head: 'Name', cell: ({ name }: { name: string }) => name },
      {
        head: 'Value',
        numeric: true,
        cell: ({ value }: { value: number | null }) => {
          if (value === null) throw new Error('No value');
          return value;
        },
      },
    ];
    const rows = [
      { name: 'good', value: 7 },
      { name: 'bad', value: null },
    ];
    render(<PlainTable label="Values" {...{ columns, rows }} rowKey={({ name }) => name} />);
    const texts = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(texts).toEqual(['NameValue', 'good7', 'bad?']);
  });
});

import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { setNarrow } from '../testing/window';
import { ThemeProvider } from '../ui/theme-provider';
import type { DataColumn } from './columns';
import { DataTable } from './data-table';
import type { DataTableProps, Sort } from './table-props';

interface User {
  readonly email: string;
  readonly tasks: number | null;
}

const COLUMNS: readonly DataColumn<User>[] = [
  { id: 'email', label: 'Email', value: ({ email }) => email, fixed: true },
  { id: 'tasks', label: 'Tasks', value: ({ tasks }) => tasks, numeric: true },
];

const users = (count: number): User[] =>
  Array.from({ length: count }, (_, index) => ({
    email: `u${index + 1}@example.com`,
    tasks: index,
  }));

function open(props: Partial<DataTableProps<User>> = {}) {
  function Page() {
    const [sort, setSort] = useState<Sort | null>(null);
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    return (
      <DataTable
        name="users"
        label="Users"
        columns={COLUMNS}
        rows={users(3)}
        rowId={({ email }) => email}
        sort={sort}
        onSort={setSort}
        empty="No users"
        selection={{ selected, onSelect: setSelected, rowLabel: ({ email }) => email }}
        toolbar={<p aria-label="Selected">{[...selected].join(' ')}</p>}
        {...props}
      />
    );
  }
  return render(
    <ThemeProvider>
      <Page />
    </ThemeProvider>,
  );
}

const emails = () => screen.getAllByText(/@example\.com$/).map(({ textContent }) => textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('data table', () => {
  it('UI-1 sorts by a column, then the other way round, with rows without a value last', async () => {
    open({ rows: [...users(2), { email: 'none@example.com', tasks: null }] });
    expect(header('Tasks').getAttribute('aria-sort')).toBeNull();
    await click('Tasks');
    expect(header('Tasks').getAttribute('aria-sort')).toBe('ascending');
    expect(emails()).toEqual(['u1@example.com', 'u2@example.com', 'none@example.com']);
    await click('Tasks');
    expect(header('Tasks').getAttribute('aria-sort')).toBe('descending');
    expect(emails()).toEqual(['u2@example.com', 'u1@example.com', 'none@example.com']);
  });

  it('UI-1 orders numbers in texts by their value', async () => {
    open({ rows: users(11) });
    await click('Email');
    expect(emails().slice(0, 3)).toEqual(['u1@example.com', 'u2@example.com', 'u3@example.com']);
  });

  it('UI-2 shows a page of its rows', async () => {
    open({ rows: users(12), paging: { by: 'client', size: 10 } });
    expect(emails()).toHaveLength(10);
    await click('Next page');
    expect(emails()).toEqual(['u11@example.com', 'u12@example.com']);
    expect(screen.getByText('11–12 of 12')).toBeTruthy();
  });

  it('UI-2 requests pages, sizes and order of the server and shows its rows as sent', async () => {
    const asked: unknown[] = [];
    open({
      rows: users(2).toReversed(),
      sort: { id: 'email', order: 'asc' },
      onSort: (sort) => asked.push(sort),
      paging: {
        by: 'server',
        page: 1,
        size: 10,
        total: 12_000,
        estimated: true,
        onPage: (page) => asked.push(page),
        onSize: (size) => asked.push(size),
      },
    });
    expect(emails()).toEqual(['u2@example.com', 'u1@example.com']);
    expect(screen.getByText('11–20 of about 12,000')).toBeTruthy();
    await click('Next page');
    await click('Email');
    const sizes = screen.getByRole('combobox', { name: 'Rows per page' });
    expect([...sizes.children].map(({ textContent }) => textContent)).toEqual([
      '5',
      '10',
      '20',
      '50',
    ]);
    await userEvent.selectOptions(sizes, '50');
    expect(asked).toEqual([2, { id: 'email', order: 'desc' }, 50]);
  });

  it('UI-3 draws only the rows near the visible ones of a long list, and numbers them', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(41);
    open({ rows: users(5_000) });
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(60));
    const rows = screen.getAllByRole('row');
    expect(rows.length).toBeGreaterThan(5);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
    expect(rows[1]?.getAttribute('aria-rowindex')).toBe('2');
  });

  it('UI-4 hides the columns that the user chose, also after a reload', async () => {
    const { unmount } = open();
    await click('Columns');
    await screen.findByRole('menu', { name: 'Columns' });
    const item = (name: string) => screen.getByRole('menuitemcheckbox', { name });
    expect(item('Email').getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(item('Tasks'));
    expect(item('Tasks').getAttribute('aria-checked')).toBe('false');
    unmount();
    open();
    expect(screen.queryByRole('columnheader', { name: 'Tasks' })).toBeNull();
    expect(header('Email')).toBeTruthy();
  });

  it('UI-5 selects rows, with Shift a range, and all rows of the page', async () => {
    open({ rows: users(5) });
    const selected = () => screen.getByLabelText('Selected').textContent;
    const box = (name: string) => screen.getByRole('checkbox', { name });
    const user = userEvent.setup();
    await user.click(box('Select u1@example.com'));
    await user.keyboard('{Shift>}');
    await user.click(box('Select u3@example.com'));
    await user.keyboard('{/Shift}');
    expect(selected()).toBe('u1@example.com u2@example.com u3@example.com');
    await user.click(box('Select all rows of the page'));
    expect(selected()?.split(' ')).toHaveLength(5);
    await user.click(box('Select all rows of the page'));
    expect(selected()).toBe('');
  });

  it('UI-6 has actions in each row', () => {
    open({ actions: ({ email }) => <button type="button">Delete {email}</button> });
    const row = screen.getByRole('row', { name: /u2@example/ });
    expect(within(row).getByRole('button', { name: 'Delete u2@example.com' })).toBeTruthy();
  });

  it('UI-144 the keyboard reaches the actions of a row, a finger opens them', async () => {
    const done = vi.fn<() => void>();
    open({
      rows: users(1),
      actions: () => (
        <button type="button" onClick={done}>
          Delete
        </button>
      ),
    });
    const bar = screen.getByRole('button', { name: 'Delete' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select u1@example.com' }));
    await userEvent.tab();
    expect(document.activeElement).toBe(bar);

    await click('Actions of the row');
    const menu = await screen.findByRole('dialog', { name: 'Actions of the row' });
    await userEvent.click(within(menu).getByRole('button', { name: 'Delete' }));
    expect(done).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('UI-7 says that it loads, has no rows, or failed', () => {
    const { unmount } = open({ rows: undefined });
    expect(screen.getByRole('status').textContent).toBe('Loading Users');
    unmount();
    const { unmount: close } = open({ rows: [] });
    expect(screen.getByText('No users')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull();
    close();
    open({ rows: undefined, error: 'Error loading items' });
    expect(screen.getByText('Error loading items')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('UI-8 shows rows as cards with labels on phones, which are sorted by a menu', async () => {
    setNarrow();
    open({ rows: [...users(3), { email: 'none@example.com', tasks: null }] });
    expect(screen.queryByRole('table')).toBeNull();
    const [card] = within(screen.getByRole('list', { name: 'Users' })).getAllByRole('listitem');
    expect(card?.textContent).toBe('u1@example.comTasks0');
    expect(screen.getByText('none@example.com').closest('li')?.textContent).not.toContain('Tasks');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Sort by' }));
    await userEvent.click(screen.getByRole('option', { name: 'Tasks' }));
    await click('Sort descending');
    expect(emails()[0]).toBe('u3@example.com');
  });

  it('UI-178 on a phone the choice of columns has no line of its own, unless cards are sorted', async () => {
    setNarrow();
    const besides = () => {
      const box = screen.getByLabelText('Selected').parentElement;
      return box === null ? '' : getComputedStyle(box).flexBasis;
    };
    const { unmount } = render(
      <ThemeProvider>
        <DataTable
          {...{
            name: 'users',
            label: 'Users',
            columns: COLUMNS,
            rows: users(3),
            empty: 'No users',
          }}
          rowId={({ email }) => email}
          toolbar={<p aria-label="Selected" />}
        />
      </ThemeProvider>,
    );
    await screen.findByRole('button', { name: 'Columns' });
    const alone = besides();
    unmount();
    open();
    await screen.findByRole('button', { name: 'Columns' });
    expect([alone, besides()]).toEqual(['0%', '100%']);
  });
});

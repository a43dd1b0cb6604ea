import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { widgetServer } from '../../testing/lists';
import { openAt, press } from '../../testing/render';
import { viewQueryOf } from './saved-views';

widgetServer();

async function saveAs(name: string) {
  await press('Views');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the view' }), name);
}

describe('saved views', () => {
  it('VIEW-1 VIEW-2 VIEW-3 saves the state with its columns, opens and deletes it', async () => {
    localStorage.setItem('portal.table.crud/pods/', '["code"]');
    const tab = openAt('/admin/pods?search=blue&page=1&size=20&sort_by=name&sort_order=desc');
    await screen.findByRole('row', { name: /Widget 1/ });
    await saveAs('Blue ones');
    await press('Save');
    const list = within(await screen.findByRole('list', { name: 'Saved views' }));
    const link = list.getByRole('link', { name: 'Blue ones' });
    expect(link.getAttribute('aria-current')).toBe('true');
    expect(link.getAttribute('href')).toBe(
      '/admin/pods?hide=code&search=blue&size=20&sort_by=name&sort_order=desc',
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of the view' }), 'Blue ones');
    await press('Replace');
    expect(list.getAllByRole('link')).toHaveLength(1);
    await userEvent.click(link);
    await waitFor(() => expect(tab.url()).toContain('hide=code'));
    await press('Views');
    await press('Delete view Blue ones');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Blue ones' })).toBeNull());
  });

  it('VIEW-3 shows the columns of the URL, else the stored ones', async () => {
    localStorage.setItem('portal.table.crud/pods/', '["code"]');
    openAt('/admin/pods?hide=level');
    expect(await screen.findByRole('columnheader', { name: /Code/ })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: /Level/ })).toBeNull();
    expect(viewQueryOf(new URLSearchParams('page=3&hide='), ['code'])).toBe('hide=');
    expect(viewQueryOf(new URLSearchParams('x=1'), ['code'])).toBe('hide=code');
  });

  it('VIEW-4 keeps the views of each user', async () => {
    localStorage.setItem('portal.views.8/pods/', '[{"name":"Theirs","query":"search=a"}]');
    localStorage.setItem('portal.views.7/pods/', '[{"name":"Mine","query":"search=b"}]');
    openAt('/admin/pods');
    await press('Views');
    expect(await screen.findByRole('link', { name: 'Mine' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Theirs' })).toBeNull();
  });
});

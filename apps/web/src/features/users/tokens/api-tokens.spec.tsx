import { newApiTokenSchema } from '@portal/contracts/api-tokens';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUserZone } from '../../../lib/user-zone';
import { heldReply } from '../../../testing/held-reply';
import { LiveServer } from '../../../testing/live-server';
import { serveShell } from '../../../testing/portal-stub';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, signInAs } from '../../../testing/users';
import { VersionedItem } from '../../../testing/versioned-item';
import { useToastStore } from '../../../ui/toast-store';
import { ADA, page, serveAda, token } from '../../../testing/managed-user';

const stub = stubServer();
new LiveServer().attach(stub.server);

const TOKENS = '/api/v1/auth/admin/users/9/api-tokens/' as const;
const DAY_MS = 86_400_000;
const toast = () => useToastStore.getState().toast.message;
const bodies = (route: string) => stub.callsOf(route).map(({ body }): unknown => JSON.parse(body));

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serveShell(stub);
  serveAda(stub);
  signInAs(grant(0, 'full-access'));
});

describe('API tokens', () => {
  it('WEB-96 a clock of the browser that is a day fast changes no age and ends no token', async () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + DAY_MS);
    const last_used_at = new Date(now - 3 * 60_000).toISOString();
    const expires_at = new Date(now + 3_600_000).toISOString();
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: [token(1, { last_used_at, expires_at })] } }));
    openAt('/admin/api-tokens?user=9');
    const table = await screen.findByRole('table', { name: 'API tokens' });
    expect(within(table).getByText('3 minutes ago')).toBeTruthy();
    expect(within(table).queryByText(/Expired/)).toBeNull();
  });

  it('USERPAGE-10 WEB-64 lists name, state, last use, expiry and creation, and switches a token off', async () => {
    const used = new Date(Date.now() - 3 * 60_000).toISOString();
    const stored = [
      token(2, { last_used_at: used }),
      token(1, { is_active: false, expires_at: '2026-01-20T10:00:00Z' }),
    ];
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: stored } }));
    stub.on('PUT /api/v1/auth/api-tokens/2', () => ({ json: token(2, { is_active: false }) }));
    openAt('/admin/api-tokens?user=9');
    const table = await screen.findByRole('table', { name: 'API tokens' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Token 23 minutes agoNeverJan 05, 2026',
      'Token 1NeverExpired Jan 20, 2026Jan 05, 2026',
    ]);
    const active = screen.getByRole('switch', { name: 'Active: Token 2' });
    expect(active).toHaveProperty('checked', true);
    expect(screen.getByRole('switch', { name: 'Active: Token 1' })).toHaveProperty(
      'checked',
      false,
    );
    act(() => useUserZone.setState({ zone: 'UTC-11:00' }));
    expect(rows[1]?.textContent).toContain('Expired Jan 19, 2026Jan 04, 2026');
    expect(within(table).getByText('3 minutes ago').title).toMatch(/[AP]M, UTC-11:00$/);
    expect(within(table).getByText('Jan 19, 2026').title).toMatch(/[AP]M, UTC-11:00$/);
    fireEvent.click(active);
    await waitFor(() => expect(toast()).toBe('API token updated successfully'));
    expect(bodies('PUT /api/v1/auth/api-tokens/2')).toEqual([
      { name: 'Token 2', is_active: false },
    ]);
  });

  it('UI-40 keeps the focus on the switch while its change is under way', async () => {
    const { released, release } = heldReply();
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: [token(2)] } }));
    stub.on('PUT /api/v1/auth/api-tokens/2', async () => {
      await released;
      return { json: token(2, { is_active: false }) };
    });
    openAt('/admin/api-tokens?user=9');
    const active = await screen.findByRole('switch', { name: 'Active: Token 2' });
    await userEvent.click(active);
    await waitFor(() => expect(active).toHaveProperty('readOnly', true));
    expect(active).toHaveProperty('disabled', false);
    await userEvent.keyboard(' ');
    expect(active).toHaveProperty('checked', false);
    release();
    await waitFor(() => expect(toast()).toBe('API token updated successfully'));
    expect(document.activeElement).toBe(active);
    expect(bodies('PUT /api/v1/auth/api-tokens/2')).toHaveLength(1);
  });

  it.each(['/admin/api-tokens?user=9', '/admin/users/9/profile'])(
    'HIST-8 links each token to its history at %s',
    async (url) => {
      stub.on(`GET ${TOKENS}`, () => ({ json: { items: [token(2)] } }));
      openAt(url);
      const link = await screen.findByRole('link', { name: 'History of Token 2' });
      expect(link.getAttribute('href')).toBe('/admin/audit?entity=api_token&id=2');
    },
  );

  it('HIST-8 has no such link for users who cannot open the audit', async () => {
    signInAs(grant(0, 'admin-view', 'user-view', 'user-manage'));
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: [token(2)] } }));
    openAt('/admin/api-tokens?user=9');
    expect(await screen.findByRole('button', { name: 'Delete Token 2' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /History of/ })).toBeNull();
  });

  it('USERPAGE-10 says that they could not be loaded, and loads them again', async () => {
    stub.on(`GET ${TOKENS}`, () => ({ status: 500, text: 'x' }));
    openAt('/admin/api-tokens?user=9');
    expect(await screen.findByText('Failed to load API tokens')).toBeTruthy();
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: [] } }));
    await press('Try Again');
    expect(await screen.findByText('Ada has no API tokens.')).toBeTruthy();
  });

  it('USERPAGE-11 needs a name, shows the secret once, and copies it', async () => {
    stub.on(`POST ${TOKENS}`, () => ({ status: 500, text: 'x' }));
    openAt('/admin/api-tokens?user=9');
    await press('Create Token');
    await press('Create');
    expect(await screen.findByText('Token name is required')).toBeTruthy();
    expect(bodies(`POST ${TOKENS}`)).toEqual([]);
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), {
      target: { value: 'Nightly' },
    });
    await press('Create');
    await waitFor(() => expect(toast()).toBe('Failed to save API token'));
    const created = { ...token(3, { name: 'Nightly' }), token: 'secret-3' };
    stub.on(`POST ${TOKENS}`, () => ({ status: 201, json: created }));
    const before = Date.now();
    const again = screen.getByRole('button', { name: 'Create' });
    await waitFor(() => expect(again).toHaveProperty('disabled', false));
    await userEvent.click(again);
    const dialog = await screen.findByRole('dialog', { name: 'API Token: Nightly' });
    const { expires_at: end } = newApiTokenSchema.parse(bodies(`POST ${TOKENS}`)[1]);
    const days = (Date.parse(end ?? '') - before) / DAY_MS;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThan(90.1);
    expect(within(dialog).getByText('secret-3')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.getByText('secret-3')).toBeTruthy();

    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    writeText.mockRejectedValue(new Error('Not allowed'));
    await press('Copy token');
    await waitFor(() => expect(toast()).toBe('Failed to copy token'));
    writeText.mockResolvedValue();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const copy = screen.getByRole('button', { name: 'Copy token' });
      await act(async () => copy.click());
      expect(toast()).toBe('Token copied to clipboard');
      expect(screen.getByRole('button', { name: 'Token copied' })).toBeTruthy();
      act(() => void vi.advanceTimersByTime(2_000));
      expect(screen.getByRole('button', { name: 'Copy token' })).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
    expect(writeText).toHaveBeenLastCalledWith('secret-3');
    await press('Done');
    await waitFor(() => expect(screen.queryByText('secret-3')).toBeNull());
  });

  it('USERPAGE-67 WEB-64 sends name and state with what changed, by the version of the token', async () => {
    const expires = '2099-01-01T00:00:00Z';
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: [token(2, { expires_at: expires })] } }));
    stub.on('PUT /api/v1/auth/api-tokens/2', () => ({ json: token(2) }));
    openAt('/admin/api-tokens?user=9');
    await press('Edit Token 2');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    act(() => useUserZone.setState({ zone: 'UTC-8:00' }));
    expect(screen.getByRole('combobox', { name: 'Expires' }).textContent).toBe(
      'Keep: Dec 31, 2098',
    );
    fireEvent.change(name, { target: { value: ' ' } });
    await press('Save Changes');
    expect(await screen.findByText('Token name is required')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'Renamed' } });
    await press('Save Changes');
    await waitFor(() => expect(toast()).toBe('API token updated successfully'));
    const [call] = stub.callsOf('PUT /api/v1/auth/api-tokens/2');
    expect(call?.body).toBe('{"name":"Renamed","is_active":true}');
    expect(call?.headers['if-match']).toBe('"token-2"');
  });

  it('USERPAGE-36 lets the user choose when another person renamed the token', async () => {
    const item = new VersionedItem(token(2));
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: [item.stored] } }));
    stub.on('PUT /api/v1/auth/api-tokens/2', item.update);
    openAt('/admin/api-tokens?user=9');
    await press('Edit Token 2');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'Mine' } });
    item.change({ name: 'Theirs', is_active: false });
    await press('Save Changes');
    const choice = within(await screen.findByRole('group', { name: 'Name' }));
    expect(choice.getByRole('radio', { name: 'Take theirs: Theirs' })).toBeTruthy();
    await userEvent.click(choice.getByRole('radio', { name: 'Keep mine: Mine' }));
    await press('Save Changes');
    await waitFor(() => expect(toast()).toBe('API token updated successfully'));
    expect(item.stored).toMatchObject({ name: 'Mine', is_active: false });
  });

  it('USERPAGE-12 UI-40 deletes after a confirmation', async () => {
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: [token(2)] } }));
    stub.on('DELETE /api/v1/auth/api-tokens/2', () => ({ status: 500, text: 'x' }));
    openAt('/admin/users/9/profile');
    await press('Delete Token 2');
    expect(await screen.findByRole('dialog', { name: 'Delete this API token?' })).toBeTruthy();
    expect(stub.callsOf('DELETE /api/v1/auth/api-tokens/2')).toEqual([]);
    await press('Delete');
    await waitFor(() => expect(toast()).toBe('Failed to delete API token'));
    stub.on('DELETE /api/v1/auth/api-tokens/2', () => ({ status: 204, text: '' }));
    await press('Delete Token 2');
    stub.on(`GET ${TOKENS}`, () => ({ json: { items: [] } }));
    await press('Delete');
    await waitFor(() => expect(toast()).toBe('API token deleted successfully'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('API Tokens'));
  });
});

describe('the page of API tokens', () => {
  it('USERPAGE-13 finds a user and puts them into the URL', async () => {
    stub.on('GET /api/v1/auth/users/', () => ({ status: 500, text: 'x' }));
    const tab = openAt('/admin/api-tokens');
    expect(await screen.findByText('No user selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'User' }));
    expect(await screen.findByText('Failed to load users')).toBeTruthy();
    stub.on('GET /api/v1/auth/users/', () => refusal('forbidden', 403, 'No'));
    await userEvent.keyboard('a');
    expect(
      await screen.findByText('You do not have permission to view the user list'),
    ).toBeTruthy();
    stub.on('GET /api/v1/auth/users/', () => ({ json: page([ADA]) }));
    await userEvent.keyboard('d');
    await userEvent.click(await screen.findByRole('option', { name: /ada@example.com/ }));
    expect(await screen.findByText('Ada has no API tokens.')).toBeTruthy();
    expect(tab.url()).toBe('/admin/api-tokens?user=9');
  });

  it('USERPAGE-13 needs user-manage', async () => {
    signInAs(grant(1, 'admin-view', 'user-view'));
    const refused = openAt('/admin/api-tokens');
    await waitFor(() => expect(refused.url()).toBe('/'));
  });
});

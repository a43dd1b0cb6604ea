import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userZoneName } from '../../lib/user-zone';
import { useToastStore } from '../../ui/toast-store';
import { LiveServer } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press, renderAlone } from '../../testing/render';
import { refusal, stubServer, type Reply } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';
import { VersionedItem } from '../../testing/versioned-item';
import { ProfileForm } from './profile-form';
import { useProfileDialog } from './dialog-store';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const MINE = { slack_id: 'zoe', timezone: 'UTC+5:30', theme: null, version: '1' };
const PUT = 'PUT /api/v1/auth/profile/me';
const saved = () => stub.callsOf(PUT).map(({ body }): unknown => JSON.parse(body));
const slack = () => screen.getByRole('textbox', { name: 'Slack Username/ID' });
const field = (name: string) => screen.findByRole('textbox', { name });
const toast = () => useToastStore.getState().toast.message;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const answer = (reply: Reply) => stub.on(PUT, () => reply);

async function choose(select: string, option: string): Promise<void> {
  await userEvent.click(await screen.findByRole('combobox', { name: select }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

async function open(): Promise<HTMLElement> {
  openAt('/dashboard');
  await press('View Profile');
  return screen.findByRole('dialog', { name: 'Edit Your Profile' });
}

beforeEach(() => {
  useProfileDialog.setState({ open: false });
  serveShell(stub);
  stub.on('GET /api/v1/auth/profile/me', () => ({ json: MINE }));
  signInAs(grant(1));
});

describe('the profile', () => {
  it('WEB-51 shows the stored values with their hints', async () => {
    await open();
    await waitFor(() => expect(slack()).toHaveProperty('value', 'zoe'));
    const dialog = within(screen.getByRole('dialog'));
    const zone = await dialog.findByRole('combobox', { name: 'Timezone' });
    expect(zone).toHaveProperty('value', 'UTC+5:30');
    for (const hint of [
      'Your Slack username or ID for notifications',
      'Your timezone offset from UTC',
      'Your preferred UI theme',
    ]) {
      expect(dialog.getByText(hint)).toBeTruthy();
    }
  });

  it('WEB-51 saves, reports it, applies the theme and closes', async () => {
    const next = { slack_id: '', timezone: 'UTC-0:30', theme: 'light' };
    answer({ json: { ...next, version: '2' } });
    await open();
    await press('Clear Slack Username/ID');
    await choose('Timezone', 'UTC-0:30');
    await choose('Theme Preference', 'Light');
    await press('Save Changes');
    await closed();
    expect(saved()).toEqual([next]);
    expect(toast()).toBe('Profile updated successfully');
    expect(document.documentElement.getAttribute('data-theme')).toBe('light');
    await press('View Profile');
    expect(await field('Slack Username/ID')).toHaveProperty('value', '');
  });

  it('WEB-150 offers names of time zones, that of the browser first, found by typing', async () => {
    answer({ json: { ...MINE, timezone: 'Asia/Kathmandu', version: '2' } });
    await open();
    const zone = await screen.findByRole('combobox', { name: 'Timezone' });
    await userEvent.click(zone);
    const first = within(await screen.findByRole('listbox')).getAllByRole('option')[0];
    expect(first?.textContent).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await userEvent.clear(zone);
    await userEvent.type(zone, 'kathm');
    await userEvent.click(await screen.findByRole('option', { name: 'Asia/Kathmandu' }));
    await press('Save Changes');
    await closed();
    expect(saved()).toEqual([{ timezone: 'Asia/Kathmandu' }]);
  });

  it('WEB-150 keeps a stored zone that the browser does not know', async () => {
    const stored = { ...MINE, timezone: 'Mars/Olympus_Mons' };
    stub.on('GET /api/v1/auth/profile/me', () => ({ json: stored }));
    answer({ json: { ...stored, slack_id: 'zoe!' } });
    await open();
    await userEvent.type(await field('Slack Username/ID'), '!');
    await press('Save Changes');
    await closed();
    expect(saved()).toEqual([{ slack_id: 'zoe!' }]);
  });

  it('WEB-51 clears a choice', async () => {
    answer({ json: { ...MINE, timezone: null } });
    await open();
    await press('Clear Timezone');
    await press('Save Changes');
    await closed();
    expect(saved()).toEqual([{ timezone: null }]);
    expect(stub.callsOf(PUT)[0]?.headers['if-match']).toBe('"1"');
  });

  it('WEB-51 stays open with the detail of the server, or "Error updating profile"', async () => {
    answer(refusal('forbidden', 403, 'Not today'));
    await open();
    await userEvent.type(await field('Slack Username/ID'), '!');
    await press('Save Changes');
    await waitFor(() => expect(toast()).toBe('Not today'));
    answer({ status: 500, text: 'x' });
    await press('Save Changes');
    await waitFor(() => expect(toast()).toBe('Error updating profile'));
    expect(await field('Slack Username/ID')).toHaveProperty('value', 'zoe!');
  });

  it('WEB-81 keeps what another tab changed meanwhile', async () => {
    const item = new VersionedItem(MINE);
    stub.on('GET /api/v1/auth/profile/me', () => ({ json: item.stored }));
    stub.on(PUT, item.update);
    await open();
    await userEvent.type(await field('Slack Username/ID'), '!');
    item.change({ timezone: 'UTC' });
    await press('Save Changes');
    expect(await screen.findByText('Changed by somebody else and kept: Timezone')).toBeTruthy();
    await press('Save Changes');
    await closed();
    expect(item.stored).toMatchObject({ slack_id: 'zoe!', timezone: 'UTC' });
    expect(toast()).toBe('Profile updated successfully');
  });

  it('WEB-51 refuses a value that the contract refuses, at its field', async () => {
    await open();
    const slack = await field('Slack Username/ID');
    await userEvent.clear(slack);
    await userEvent.click(slack);
    await userEvent.paste('x'.repeat(101));
    await press('Save Changes');
    await waitFor(() => expect(slack.getAttribute('aria-invalid')).toBe('true'));
    expect(saved()).toEqual([]);
  });

  it('WEB-51 shows "Error loading profile" if it cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/auth/profile/me', () => ({ status: 500, text: 'x' }));
    openAt('/dashboard');
    await press('View Profile');
    await waitFor(() => expect(toast()).toBe('Error loading profile'));
    await closed();
  });

  it('WEB-52 asks before changes are lost, and not without changes', async () => {
    await open();
    await press('Cancel');
    await closed();
    await press('View Profile');
    await userEvent.type(await field('Slack Username/ID'), '!');
    await press('Cancel');
    const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(await field('Slack Username/ID')).toHaveProperty('value', 'zoe!');
    await press('Cancel');
    await press('Discard');
    await closed();
    expect(saved()).toEqual([]);
  });
});

describe('a profile that is saved in another tab', () => {
  it('WEB-158 is followed: the zone of the times, and the form', async () => {
    openAt('/dashboard');
    await waitFor(() => expect(userZoneName()).toBe('UTC+5:30'));
    const changed = { ...MINE, timezone: 'Europe/Berlin', version: '2' };
    stub.on('GET /api/v1/auth/profile/me', () => ({ json: changed }));
    await waitFor(() => expect(live.sockets).toHaveLength(1));
    live.emitAnything('records-changed', { records: 'app_user' });
    await waitFor(() => expect(userZoneName()).toBe('Europe/Berlin'));
    await press('View Profile');
    expect(await screen.findByRole('combobox', { name: 'Timezone' })).toHaveProperty(
      'value',
      'Europe/Berlin',
    );
  });
});

describe('the profile form', () => {
  it('WEB-53 names the other user, and emits a theme that the server chose differently', async () => {
    const themes: string[] = [];
    stub.on('PUT /api/v1/auth/users/9/profile', () => ({ json: { ...MINE, theme: 'dark' } }));
    renderAlone(
      <ProfileForm
        profile={{ ...MINE, theme: 'light' }}
        other={{ id: 9, name: 'Ada' }}
        onClose={() => themes.push('closed')}
        onThemeUpdate={(theme) => themes.push(theme)}
      />,
    );
    await screen.findByRole('dialog', { name: 'Edit Profile: Ada' });
    await userEvent.type(slack(), '!');
    await press('Save Changes');
    await waitFor(() => expect(themes).toEqual(['dark', 'closed']));
  });
});

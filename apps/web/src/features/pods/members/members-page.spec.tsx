import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AUDIT_GROUP_HEADER } from '@portal/contracts/lists';
import type { PodCandidate, PodMember } from '@portal/contracts/pods';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUserZone } from '../../../lib/user-zone';
import { LiveServer, roomState } from '../../../testing/live-server';
import { pod, podMember } from '../../../testing/pods';
import { serveShell } from '../../../testing/portal-stub';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';
import { applyChanges } from './pending-changes';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const MEMBERS = 'GET /api/v1/pods/Kestrel/members';
const TESS = podMember('Tess Oyelaran');
const LEO = podMember('Leo Fontaine', { role: 'lead' });
const RAE: PodCandidate = {
  user_email: 'rae.kimura@example.com',
  user_name: 'Rae Kimura',
  profile_picture: null,
};

let members: PodMember[];

const table = () => screen.findByRole('table', { name: 'Members' });
const names = async () =>
  (await screen.findAllByLabelText(/^Remove /)).map((button) =>
    button.getAttribute('aria-label')?.replace('Remove ', ''),
  );
const toast = (text: string) => screen.findByText(text);
const bodyOf = (route: string): unknown => JSON.parse(stub.callsOf(route)[0]?.body ?? '');

async function open() {
  signInAs(grant(1, 'pod-manage-members'));
  const tab = openAt('/pods/Kestrel/members');
  await names();
  await screen.findByRole('heading', { name: 'Add a member' });
  return tab;
}

async function choose(label: string, option: string | RegExp): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

/** A response that waits for `release`. */
function held<T>(value: T) {
  let release = () => {};
  const response = new Promise<T>((resolve) => {
    release = () => resolve(value);
  });
  return { response, release: () => release() };
}

beforeEach(() => {
  members = [TESS, LEO];
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(1, 'Atlas')]);
  stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
  stub.on(MEMBERS, () => ({ json: members }));
  stub.on('GET /api/v1/pods/Kestrel/candidates', () => ({
    json: { items: [RAE], total: 1, page: 1, size: 20 },
  }));
});

describe('the members of a pod on their page', () => {
  it('PODPAGE-10 WEB-64 are listed by role with clock and day of joining, and sorted by the URL', async () => {
    const tab = await open();
    expect(await names()).toEqual(['Leo Fontaine', 'Tess Oyelaran']);
    expect(within(await table()).getAllByTitle('UTC+5:30')).toHaveLength(2);
    expect(within(await table()).getAllByText('Jan 05, 2026')).toHaveLength(2);
    act(() => useUserZone.setState({ zone: 'UTC-12:00' }));
    expect(within(await table()).getAllByText('Jan 04, 2026')).toHaveLength(2);
    await press('Member');
    await press('Member');
    expect(tab.url()).toBe('/pods/Kestrel/members?sort=name&order=desc');
    expect(await names()).toEqual(['Tess Oyelaran', 'Leo Fontaine']);
  });

  it('PODPAGE-10 need pod-manage-members', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    const tab = openAt('/pods/Kestrel/members');
    await toast('You do not have permission to open that page in Atlas');
    expect(tab.url()).toBe('/');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('PODPAGE-11 get a new one by search, by default a trainer, in the list immediately', async () => {
    const { response, release } = held({ status: 201, json: podMember('Rae Kimura') });
    stub.on('POST /api/v1/pods/Kestrel/members', () => response);
    await open();
    await press('Add');
    expect(await screen.findByText('Choose a user')).toBeTruthy();
    await userEvent.type(screen.getByRole('combobox', { name: /^User/ }), 'kim');
    const searches = () => stub.callsOf('GET /api/v1/pods/Kestrel/candidates');
    await waitFor(() => expect(searches().at(-1)?.url).toContain('search=kim&size=20'));
    await userEvent.click(await screen.findByRole('option', { name: /Rae Kimura/ }));
    await press('Add');
    expect(await names()).toEqual(['Leo Fontaine', 'Rae Kimura', 'Tess Oyelaran']);
    expect(screen.getByLabelText('Remove Rae Kimura')).toHaveProperty('disabled', true);
    members = [...members, podMember('Rae Kimura')];
    release();
    await toast('Item created successfully');
    expect(bodyOf('POST /api/v1/pods/Kestrel/members')).toEqual({
      user_email: 'rae.kimura@example.com',
      role: 'trainer',
    });
    await waitFor(() =>
      expect(screen.getByLabelText('Remove Rae Kimura')).toHaveProperty('disabled', false),
    );
  });

  it('PODPAGE-11 lose the new one again if the server refuses, with its reason', async () => {
    const detail = 'You cannot assign the role lead';
    stub.on('POST /api/v1/pods/Kestrel/members', () => refusal('forbidden', 403, detail));
    await open();
    await choose('User', /Rae Kimura/);
    await choose('Role', /^Lead ?Manages members and weekly targets/);
    expect(screen.getByRole('combobox', { name: 'Role' }).textContent).toBe('Lead');
    await press('Add');
    await toast(detail);
    await waitFor(async () => expect(await names()).toEqual(['Leo Fontaine', 'Tess Oyelaran']));
    expect(screen.getByRole('combobox', { name: /^User/ })).toHaveProperty(
      'value',
      'Rae Kimura (rae.kimura@example.com)',
    );
    expect(screen.getByRole('combobox', { name: 'Role' }).textContent).toBe('Lead');
  });

  it('PODPAGE-12 are removed after a confirmation', async () => {
    stub.on('DELETE /api/v1/pods/Kestrel/members', () => {
      members = [LEO];
      return { status: 204, text: '' };
    });
    await open();
    await userEvent.click(screen.getByLabelText('Remove Tess Oyelaran'));
    await screen.findByRole('dialog', { name: 'Remove Tess Oyelaran from Kestrel?' });
    await press('Cancel');
    expect(await names()).toContain('Tess Oyelaran');
    await userEvent.click(screen.getByLabelText('Remove Tess Oyelaran'));
    await press('Remove');
    await toast('Item deleted successfully');
    expect(bodyOf('DELETE /api/v1/pods/Kestrel/members')).toEqual({
      user_email: 'tess.oyelaran@example.com',
    });
    await waitFor(async () => expect(await names()).toEqual(['Leo Fontaine']));
  });

  it('PODPAGE-12 stay if the removal fails', async () => {
    stub.on('DELETE /api/v1/pods/Kestrel/members', () => ({ status: 500, text: '' }));
    await open();
    await userEvent.click(screen.getByLabelText('Remove Tess Oyelaran'));
    await press('Remove');
    await toast('Error deleting item');
    await waitFor(async () => expect(await names()).toEqual(['Leo Fontaine', 'Tess Oyelaran']));
  });

  it('PODPAGE-13 HIST-9 get another role, which can be undone', async () => {
    stub.on('PATCH /api/v1/pods/Kestrel/members', () => {
      members = [{ ...TESS, role: 'reviewer' }, LEO];
      return { json: members[0], headers: { [AUDIT_GROUP_HEADER]: '7' } };
    });
    stub.on('POST /api/v1/audit/7/undo', () => ({ json: { group_id: 8, undoes: 7, rows: 1 } }));
    await open();
    await choose('Role of Tess Oyelaran', /^Reviewer/);
    await toast('Item updated successfully');
    await press('Undo');
    await toast('Changes undone');
    expect(bodyOf('PATCH /api/v1/pods/Kestrel/members')).toEqual({
      user_email: 'tess.oyelaran@example.com',
      role: 'reviewer',
    });
    const role = await screen.findByRole('combobox', { name: 'Role of Tess Oyelaran' });
    expect(role.textContent).toBe('Reviewer');
  });

  it('PODPAGE-13 UI-40 a role that is changed by keyboard keeps the focus in the row that moves', async () => {
    members = [TESS, { ...LEO, role: 'reviewer' }];
    const { response, release } = held({ json: { ...TESS, role: 'lead' } });
    stub.on('PATCH /api/v1/pods/Kestrel/members', () => response);
    await open();
    expect(await names()).toEqual(['Leo Fontaine', 'Tess Oyelaran']);
    const role = () => screen.getByRole('combobox', { name: 'Role of Tess Oyelaran' });
    role().focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('listbox');
    await userEvent.keyboard('{Home}{Enter}');
    await waitFor(async () => expect(await names()).toEqual(['Tess Oyelaran', 'Leo Fontaine']));
    await waitFor(() => expect(document.activeElement).toBe(role()));
    // Without a tab index browsers would take the focus from it.
    expect(role().tabIndex).toBe(0);
    expect(role().getAttribute('aria-readonly')).toBe('true');
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('listbox')).toBeNull();
    members = [
      { ...TESS, role: 'lead' },
      { ...LEO, role: 'reviewer' },
    ];
    release();
    await waitFor(() => expect(role().getAttribute('aria-readonly')).not.toBe('true'));
    expect(document.activeElement).toBe(role());
  });

  it('PODPAGE-18 ask before the role of the last lead changes', async () => {
    stub.on('PATCH /api/v1/pods/Kestrel/members', () => ({ json: LEO }));
    await open();
    await choose('Role of Leo Fontaine', /^Trainer/);
    await screen.findByRole('dialog', { name: 'Change the role of Leo Fontaine to Trainer?' });
    expect(
      screen.getByText(
        'Leo Fontaine loses what the role Lead permits in Kestrel. Kestrel then has no lead.',
      ),
    ).toBeTruthy();
    await press('Cancel');
    expect(stub.callsOf('PATCH /api/v1/pods/Kestrel/members')).toEqual([]);
    await choose('Role of Leo Fontaine', /^Trainer/);
    await press('Change role');
    await toast('Item updated successfully');
    expect(bodyOf('PATCH /api/v1/pods/Kestrel/members')).toEqual({
      user_email: 'leo.fontaine@example.com',
      role: 'trainer',
    });
  });

  it('PODPAGE-18 ask before the own role changes', async () => {
    members = [TESS, LEO, podMember('Zoë Admin', { role: 'lead', user_email: 'zoe@example.com' })];
    await open();
    await choose('Role of Zoë Admin', /^Reviewer/);
    await screen.findByRole('dialog', { name: 'Change your own role to Reviewer?' });
    expect(screen.getByText(/^You lose what the role Lead permits in Kestrel/)).toBeTruthy();
    expect(screen.queryByText(/has no lead/)).toBeNull();
  });

  it('PODPAGE-10 may be none, or not loaded', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on(MEMBERS, () => refusal('internal', 500, 'Broken'));
    signInAs(grant(1, 'pod-manage-members'));
    openAt('/pods/Kestrel/members');
    await screen.findByRole('heading', { name: 'The members could not be loaded' });
    members = [];
    stub.on(MEMBERS, () => ({ json: members }));
    const [retry] = within(screen.getByRole('main')).getAllByRole('button', { name: 'Try Again' });
    if (retry) await userEvent.click(retry);
    await screen.findByRole('heading', { name: 'This pod has no members' });
  });
});

describe('changes on their way', () => {
  it('PODPAGE-14 are applied to the list as it is now', () => {
    const shown = applyChanges(
      [TESS, LEO],
      [
        { kind: 'add', user: RAE, role: 'reviewer' },
        { kind: 'add', user: { ...RAE, user_email: TESS.user_email }, role: 'lead' },
        { kind: 'role', email: LEO.user_email, role: 'trainer' },
        { kind: 'role', email: 'gone@example.com', role: 'trainer' },
        { kind: 'remove', email: TESS.user_email },
      ],
      'Kestrel',
    );
    expect(shown.map(({ user_email, role, pending }) => [user_email, role, pending])).toEqual([
      [LEO.user_email, 'trainer', true],
      [RAE.user_email, 'reviewer', true],
    ]);
  });
});

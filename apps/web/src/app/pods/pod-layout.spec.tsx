import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PodMember } from '@portal/contracts/pods';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { podKey } from '../../entities/pods/api';
import { useProjectStore } from '../../lib/project-store';
import { LiveServer, roomState } from '../../testing/live-server';
import { heldReply } from '../../testing/held-reply';
import { memberWeek, pod, podMember, podWeek } from '../../testing/pods';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press, requestsUnderWay } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { tabQueryClient } from '../query-client';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const team = () => screen.findByRole('region', { name: 'Pod members' });
const liveNow = () => screen.findByText('Updates live');

function servePod(name: string, members: PodMember[], part: Parameters<typeof pod>[1] = {}): void {
  const path = `/api/v1/pods/${encodeURIComponent(name)}` as const;
  stub.on(`GET ${path}`, () => ({ json: pod(name, part) }));
  stub.on(`GET ${path}/members`, () => ({ json: members }));
  stub.on(`GET ${path}/weekly-progress`, () => ({ json: podWeek([]) }));
}

const refusePod: LiveServer['subscribeAck'] = ({ project_id, pod_name }) =>
  pod_name === undefined
    ? { ok: true, epoch: '', revision: 1, state: roomState(project_id, 1) }
    : { ok: false, code: 'not-found', detail: 'There is no such room' };

const closeRoom = (part: object) =>
  live.emitAnything('room-closed', {
    project_id: 1,
    epoch: '',
    revision: 9,
    pod_name: 'Kestrel',
    code: 'not-found',
    detail: 'There is no such pod',
    moved_to: null,
    ...part,
  });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(1, 'Atlas'), project(2, 'Borealis')]);
  servePod('Kestrel', [
    podMember('Tess Oyelaran'),
    podMember('Leo Fontaine', { role: 'lead', timezone: null }),
  ]);
});

describe('the pages of a pod', () => {
  it('PODPAGE-3 select the project of the pod, and list its members by role', async () => {
    useProjectStore.getState().select(2);
    signInAs(grant(1, 'pod-info-public-view'), grant(2));
    openAt('/pods/Kestrel');
    await heading('Kestrel');
    expect(useProjectStore.getState().selectedId).toBe(1);
    const panel = within(await team());
    const names = panel.getAllByRole('link').map((link) => link.textContent);
    expect(names).toEqual(['Leo Fontaine', 'Tess Oyelaran']);
    expect(panel.getByText('Leads · 1')).toBeTruthy();
    expect(panel.getByText('No time zone')).toBeTruthy();
    expect(panel.getByTitle('UTC+5:30').textContent).toMatch(/^\d+:\d\d:\d\d [AP]M/);
    await liveNow();
    expect(live.payloadsOf('subscribe')).toContainEqual({ project_id: 1, pod_name: 'Kestrel' });
  });

  it('PODPAGE-3 lead to the Dashboard when the user selects another project', async () => {
    signInAs(grant(1, 'pod-info-public-view'), grant(2, 'pod-info-public-view'));
    const tab = openAt('/pods/Kestrel');
    await heading('Kestrel');
    await waitFor(() => expect(useProjectStore.getState().authorised).not.toBeNull());
    act(() => void useProjectStore.getState().select(2));
    await waitFor(() => expect(tab.url()).toBe('/dashboard'));
    expect(useProjectStore.getState().selectedId).toBe(2);
  });

  it('PODPAGE-4 open for names with any character', async () => {
    const name = 'A/B %2F é?#';
    servePod(name, [podMember('Tess Oyelaran')]);
    signInAs(grant(1, 'pod-info-public-view'));
    openAt(`/pods/${encodeURIComponent(name)}`);
    await heading(name);
    const link = screen.getByRole('link', { name: 'Pod Dashboard' });
    expect(link.getAttribute('href')).toBe(`/pods/${encodeURIComponent(name)}`);
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('PODPAGE-5 need their permission in the project of the pod', async () => {
    signInAs(grant(1), grant(2, 'pod-info-public-view'));
    const tab = openAt('/pods/Kestrel');
    expect(
      await screen.findByText('You do not have permission to open that page in Atlas'),
    ).toBeTruthy();
    expect(tab.url()).toBe('/');
  });

  it('PODPAGE-5 lead home without the permission in any project, also where the pod is not seen', async () => {
    stub.on('GET /api/v1/pods/Kestrel', () => refusal('not-found', 404, 'No such pod'));
    signInAs(grant(1), grant(2, 'admin-view'));
    const tab = openAt('/pods/Kestrel/members');
    expect(await screen.findByText('You do not have permission to open that page')).toBeTruthy();
    expect(tab.url()).toBe('/');
  });

  it('PODPAGE-31 show a trainer the team, the lead and the own numbers', async () => {
    servePod('Kestrel', [
      podMember('Zoë', { user_email: 'zoe@example.com' }),
      podMember('Leo Fontaine', { role: 'lead' }),
    ]);
    stub.on('GET /api/v1/pods/Kestrel/weekly-progress', () => ({
      json: podWeek([memberWeek('Zoë', { email: 'zoe@example.com', tasks: 22 })], {
        week_end: '2999-12-29',
      }),
    }));
    signInAs(grant(1));
    openAt('/pods/Kestrel/mine');
    await heading('Kestrel');
    const week = within(await screen.findByRole('region', { name: 'Your week' }));
    expect(await week.findByText('22')).toBeTruthy();
    expect(week.getByRole('link', { name: 'Your tasks' }).getAttribute('href')).toBe(
      '/trainer-stats/zoe%40example.com',
    );
    const members = within(screen.getByRole('region', { name: 'Team' }));
    expect(members.getByRole('heading', { name: 'Leads · 1' })).toBeTruthy();
    expect(members.getByText('Leo Fontaine')).toBeTruthy();
    // Only the own statistics open.
    expect(members.getAllByRole('link').map((link) => link.textContent)).toEqual(['Zoë']);
  });

  it('PODPAGE-31 tell others that they are not in the pod', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    openAt('/pods/Kestrel/mine');
    expect(await screen.findByText('You are not in this pod')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'My Pod' })).toBeNull();
  });

  it('PODPAGE-6 say that there is no such pod', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    const tab = openAt('/pods/Nowhere');
    await heading('Pod not found');
    expect(
      screen.getByText("There is no pod named 'Nowhere', or you do not have access to it."),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Go to Dashboard' }));
    await waitFor(() => expect(tab.url()).toBe('/dashboard'));
  });

  it('PODPAGE-6 offer to try again after a failure', async () => {
    stub.on('GET /api/v1/pods/Kestrel', () => refusal('internal', 500, 'Broken'));
    signInAs(grant(1, 'pod-info-public-view'));
    openAt('/pods/Kestrel');
    await heading('The pod could not be loaded');
    servePod('Kestrel', []);
    await press('Try Again');
    await heading('Kestrel');
  });
});

describe('an open pod', () => {
  beforeEach(
    () => void signInAs(grant(1, 'pod-info-public-view'), grant(2, 'pod-info-public-view')),
  );

  it('PODPAGE-7 that is renamed names its new name, and opens under it', async () => {
    const tab = openAt('/pods/Kestrel');
    await liveNow();
    servePod('Falcon', []);
    closeRoom({ code: 'moved', moved_to: { project_id: 1, pod_name: 'Falcon' } });
    await heading('This pod was renamed');
    expect(screen.getByText("'Kestrel' is now called 'Falcon'.")).toBeTruthy();
    await press('Open Falcon');
    await heading('Falcon');
    expect(tab.url()).toBe('/pods/Falcon');
  });

  const closes = () =>
    Promise.resolve(closeRoom({ code: 'moved', moved_to: { project_id: 2, pod_name: 'Kestrel' } }));
  async function announces(): Promise<void> {
    const asked = () => stub.callsOf('GET /api/v1/pods/Kestrel').length;
    const before = asked();
    live.emitAnything('records-changed', { records: 'pod' });
    await waitFor(() => expect(asked()).toBe(before + 1));
    await waitFor(() => expect(requestsUnderWay()).toBe(0));
  }

  it.each([
    ['closes its room', [closes]],
    ['announces the change', [announces]],
    ['closes its room, then announces the change', [closes, announces]],
    ['announces the change, then closes its room', [announces, closes]],
  ])(
    'PODPAGE-7 that is moved names its new project, and opens there, when the server %s',
    async (_does, steps) => {
      openAt('/pods/Kestrel');
      await liveNow();
      const heard = live.payloadsOf('subscribe').length;
      servePod('Kestrel', [], { project_id: 2, project_name: 'Borealis' });
      for (const step of steps) await step();
      await heading('This pod was moved');
      expect(screen.getByText("'Kestrel' now belongs to Borealis.")).toBeTruthy();
      expect(useProjectStore.getState().selectedId).toBe(1);
      expect(live.payloadsOf('subscribe')).toHaveLength(heard);
      await press('Open Kestrel');
      await heading('Kestrel');
      expect(useProjectStore.getState().selectedId).toBe(2);
      await waitFor(() =>
        expect(live.payloadsOf('subscribe').slice(heard)).toContainEqual({
          project_id: 2,
          pod_name: 'Kestrel',
        }),
      );
    },
  );

  it('PODPAGE-7 that moved before its page opens is shown at once where it is', async () => {
    const tab = openAt('/pods/Kestrel');
    await liveNow();
    await tab.open('/dashboard');
    servePod('Kestrel', [], { project_id: 2, project_name: 'Borealis' });
    live.emitAnything('records-changed', { records: 'pod' });
    const cached = () => tabQueryClient().getQueryState(podKey('Kestrel'));
    await waitFor(() => expect(cached()?.isInvalidated).toBe(true));
    await tab.open('/pods/Kestrel');
    await heading('Kestrel');
    await waitFor(() => expect(useProjectStore.getState().selectedId).toBe(2));
    expect(screen.queryByRole('heading', { name: 'This pod was moved' })).toBeNull();
  });

  it('PODPAGE-7 that is deleted or out of reach says so', async () => {
    openAt('/pods/Kestrel');
    await liveNow();
    closeRoom({});
    await heading('This pod is no longer available');
    expect(
      screen.getByText("'Kestrel' was deleted or renamed, or you no longer have access to it."),
    ).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Pod members' })).toBeNull();
  });

  it('PODPAGE-7 stays closed when the permissions of the user change with it', async () => {
    const tab = openAt('/pods/Kestrel');
    await liveNow();
    const asked = live.payloadsOf('subscribe').length;
    live.subscribeAck = refusePod;
    stub.on('GET /api/v1/pods/Kestrel', () => refusal('not-found', 404, 'No such pod'));
    stub.on('GET /api/v1/projects/', () => ({ json: [] }));
    stub.on('POST /api/auth/refresh', () => ({ json: signInAs() }));
    closeRoom({});
    live.emitAnything('permissions-changed', { project_id: 1, epoch: '', revision: 9 });
    await waitFor(() => expect(live.payloadsOf('subscribe').length).toBeGreaterThan(asked));
    await waitFor(() => expect(useProjectStore.getState().authorised).toEqual([]));
    await heading('This pod is no longer available');
    expect(tab.url()).toBe('/pods/Kestrel');
  });

  it('PODPAGE-8 whose room is refused says so, and stays open while the server shows it', async () => {
    live.subscribeAck = refusePod;
    openAt('/pods/Kestrel');
    expect(await screen.findByText(/^Live updates refused, polling/)).toBeTruthy();
    await waitFor(() => expect(stub.callsOf('GET /api/v1/pods/Kestrel').length).toBeGreaterThan(1));
    await heading('Kestrel');
  });

  it('PODPAGE-8 whose room is refused because it is gone says so', async () => {
    live.subscribeAck = (room) => {
      if (room.pod_name !== undefined) {
        stub.on('GET /api/v1/pods/Kestrel', () => refusal('not-found', 404, 'No such pod'));
      }
      return refusePod(room);
    };
    openAt('/pods/Kestrel');
    await heading('This pod is no longer available');
  });

  it('PODPAGE-9 lists another member as soon as the change is announced', async () => {
    openAt('/pods/Kestrel');
    await liveNow();
    await team();
    const calls = () => stub.callsOf('GET /api/v1/pods/Kestrel/members').length;
    const before = calls();
    servePod('Kestrel', [
      podMember('Tess Oyelaran'),
      podMember('Rae Kimura', { role: 'reviewer' }),
    ]);
    live.emitAnything('records-changed', { records: 'pod_member' });
    expect(await within(await team()).findByText('Rae Kimura')).toBeTruthy();
    live.emitAnything('records-changed', { records: 'task' });
    const value = '2026-01-06T20:00:00Z';
    live.emitAnything('sync-time', { project_id: 1, epoch: '', revision: 3, value });
    await screen.findAllByText(/01\/06\/26/);
    expect(calls()).toBe(before + 1);
  });

  it('PODPAGE-30 ask once for the time of the last import, while the page moves its line', async () => {
    const { released, release } = heldReply();
    stub.on('GET /api/v1/meta/tasks_last_imported_at', async () => {
      await released;
      return { json: { value: '2026-01-06T20:00:00Z' } };
    });
    openAt('/pods/Kestrel');
    await heading('Kestrel');
    release();
    await screen.findAllByText(/01\/06\/26/);
    expect(stub.callsOf('GET /api/v1/meta/tasks_last_imported_at')).toHaveLength(1);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import type { WeeklyProgress } from '@portal/contracts/live';
import type { PodMember } from '@portal/contracts/pods';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveServer, roomState } from '../../../testing/live-server';
import { memberWeek, pod, podMember, podWeek } from '../../../testing/pods';
import { serveShell } from '../../../testing/portal-stub';
import { openAt, press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';
import { weekGlance } from './week-glance';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const WEEK = 'GET /api/v1/pods/Kestrel/weekly-progress';
const MEMBERS = [
  podMember('Tess Oyelaran'),
  podMember('Yusuf Moretti'),
  podMember('Leo Fontaine', { role: 'lead', timezone: 'UTC' }),
];
const TESS = memberWeek('Tess Oyelaran', { tasks: 30, turns: 90 });
const YUSUF = memberWeek('Yusuf Moretti', { tasks: 2, turns: 10 });
const LEO = memberWeek('Leo Fontaine', { role: 'lead', tasks: 1, turns: 4, reviews: 12 });
/** The last day of a week that is not over, whenever the test runs. */
const NOT_OVER = '2999-01-06';
const KESTREL = podWeek([TESS, YUSUF, LEO]);

const card = (name: string) => screen.findByRole('region', { name });
const list = async (name: string) => (await card(name)).textContent;

function serve(week: WeeklyProgress, members: PodMember[] = MEMBERS): void {
  live.subscribeAck = ({ project_id, pod_name }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: { ...roomState(project_id, 1), weekly_progress: pod_name === undefined ? null : week },
  });
  stub.on(WEEK, () => ({ json: week }));
  stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: members }));
}

beforeEach(() => {
  serveShell(stub, [project(1, 'Atlas')]);
  stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
  serve(KESTREL);
  signInAs(grant(1, 'pod-info-public-view'));
});

describe('pod dashboard', () => {
  it('PODPAGE-15 shows target, done and level of the trainers, and who is on target or needs attention', async () => {
    openAt('/pods/Kestrel');
    const week = await card('This week');
    await within(week).findByText('32');
    expect(screen.getByText('Atlas · Debugging and refactoring.')).toBeTruthy();
    expect(week.textContent).toContain('Jan 5 – 11, 2026');
    expect(week.textContent).toContain('target of each trainer: 50 tasks, 250 turns');
    expect(week.textContent).toContain('Tasks done32of 10020 due by now');
    expect(week.textContent).toContain('Turns done100of 500100 due by now');
    expect(week.textContent).toContain('On Target160.0%of what is due by now');
    expect(await list('Needs Attention')).toBe(
      'Needs Attention · 1Yusuf Moretti2 tasks · 10 turns20.0%',
    );
    expect(await list('On Target')).toBe('On Target · 1Tess Oyelaran30 tasks · 90 turns300.0%');
    expect(await list('Leads')).toMatch(/^Leads · 1Leo Fontaine12 reviews\d+:/);
    const [link] = within(await card('On Target')).getAllByRole('link');
    expect(link?.getAttribute('href')).toBe('/trainer-stats/tess.oyelaran%40example.com');
  });

  it('NUM-4 opens the tasks of the week, of all trainers and of each member', async () => {
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 32, page: 1, size: 20 },
    }));
    openAt('/pods/Kestrel');
    const week = within(await card('This week'));
    const names = async (name: string) =>
      within(await card(name))
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));
    await week.findByRole('button', { name: 'Show tasks: Tasks done, 32' });
    expect(await names('On Target')).toEqual(['Show tasks: completed by Tess Oyelaran, 30 tasks']);
    expect(await names('Leads')).toEqual(['Show tasks: by Leo Fontaine, 12 reviews']);
    await press('Show tasks: Tasks done, 32');
    await screen.findByText('32 tasks, largest id first');
    const [call] = stub.callsOf('GET /api/v1/tasks/by-number');
    expect(call?.url).toMatch(
      /project_id=1&number=completed_by_users&pod_name=Kestrel&pod_role=trainer&start_datetime=2026-01-05/,
    );
  });

  it('PODPAGE-16 follows the pushed week', async () => {
    openAt('/pods/Kestrel');
    await screen.findByText('Updates live');
    const done = memberWeek('Yusuf Moretti', { tasks: 19, turns: 80 });
    live.emitAnything('weekly-progress', {
      ...podWeek([TESS, done, LEO], { week_end: NOT_OVER }),
      revision: 2,
    });
    await screen.findByText('No trainer needs attention.');
    await waitFor(async () =>
      expect((await card('This week')).textContent).toContain('Tasks done49of 100'),
    );
    expect(await list('Trainers')).toContain('Yusuf Moretti19 tasks · 80 turns');
  });

  it('PODPAGE-16 fetches the week if the room is refused, and says so', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    live.subscribeAck = ({ project_id, pod_name }) =>
      pod_name === undefined
        ? { ok: true, epoch: '', revision: 1, state: roomState(project_id, 1) }
        : { ok: false, code: 'too-many-requests', detail: 'Too many rooms' };
    openAt('/pods/Kestrel');
    expect(await screen.findByText(/^Live updates refused, polling · as of /)).toBeTruthy();
    expect(await list('On Target')).toContain('Tess Oyelaran');
  });

  it('PODPAGE-17 shows the work without a target', async () => {
    serve(
      podWeek([memberWeek('Tess Oyelaran', { tasks: 30, turns: 90, goal: null })], {
        week_end: NOT_OVER,
        target: null,
        expected: null,
        due: null,
      }),
    );
    openAt('/pods/Kestrel');
    await screen.findByRole('heading', { name: 'No weekly targets set for this period' });
    expect((await card('This week')).textContent).toContain('Tasks done30Turns done90');
    expect(screen.queryByText(/due|%/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'Needs Attention' })).toBeNull();
  });

  it('PODPAGE-17 offers users with pod-manage-members to add the first member', async () => {
    serve(podWeek([]), []);
    signInAs(grant(1, 'pod-info-public-view', 'pod-manage-members'));
    openAt('/pods/Kestrel');
    await screen.findByRole('heading', { name: 'This pod has no members' });
    const link = screen.getByRole('link', { name: 'Add members' });
    expect(link.getAttribute('href')).toBe('/pods/Kestrel/members');
  });

  it('PODPAGE-17 tells other users only that the pod is empty', async () => {
    serve(podWeek([]), []);
    openAt('/pods/Kestrel');
    await screen.findByRole('heading', { name: 'This pod has no members' });
    expect(screen.queryByRole('link', { name: 'Add members' })).toBeNull();
  });

  it('PODPAGE-17 offers to load a week again that failed', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on(WEEK, () => refusal('internal', 500, 'Broken'));
    live.subscribeAck = () => ({ ok: false, code: 'too-many-requests', detail: 'Too many rooms' });
    openAt('/pods/Kestrel');
    await screen.findByRole('heading', { name: 'The week could not be loaded' });
    stub.on(WEEK, () => ({ json: KESTREL }));
    await press('Try Again');
    expect(await list('On Target')).toContain('Tess Oyelaran');
  });
});

describe('the week of the trainers', () => {
  it('PODPAGE-15 orders the lists by the number of the level, and shows the first five of each', async () => {
    const crew = Array.from({ length: 40 }, (_, index) =>
      memberWeek(`Trainer ${index}`, { turns: index * 2 }),
    );
    const { needAttention, onTarget } = weekGlance(podWeek(crew));
    const numbers = (list: typeof onTarget) => list.map(({ level_percent: number }) => number);
    expect(numbers(needAttention).slice(0, 3)).toEqual([0, 4, 8]);
    expect(numbers(needAttention).at(-1)).toBe(84);
    expect(numbers(onTarget).slice(0, 2)).toEqual([156, 152]);
    expect(numbers(onTarget).at(-1)).toBe(100);
    serve(podWeek(crew));
    openAt('/pods/Kestrel');
    expect(await list('Needs Attention')).toContain('and 17 more');
    expect(within(await card('On Target')).getAllByRole('listitem')).toHaveLength(5);
  });
});

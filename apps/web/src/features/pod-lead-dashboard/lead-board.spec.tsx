import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WeeklyProgress } from '@portal/contracts/live';
import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import type { Permission } from '@portal/contracts/permissions';
import { dayOf } from '@portal/domain/periods';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLiveStore } from '../../live/live-store';
import { roomKey } from '../../live/rooms';
import { useProjectStore } from '../../lib/project-store';
import { dashboardState } from '../../testing/live-server';
import { memberActivity, memberWeek, pod, podActivity, podWeek } from '../../testing/pods';
import { heldReply } from '../../testing/held-reply';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press, renderAlone, takeState } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { page } from '../../testing/managed-user';
import { refusedField, VersionedItem } from '../../testing/versioned-item';
import { target } from '../../testing/pod-targets';
import { LeadBoard } from './lead-board';
import type { Target } from './api';
import { mondayOf, sundayOf, weeksFrom, formatWeek } from './week/weeks';

const WEEK_ROUTE = 'GET /api/v1/pods/Kestrel/weekly-progress';
const THIS = mondayOf(dayOf(new Date(), DEFAULT_REPORTING_TIME_ZONE));
const LAST = weeksFrom(THIS, -1);
const ROOM = roomKey({ project_id: 1, pod_name: 'Kestrel' });

const stub = stubServer();
const store = () => useLiveStore.getState();

const ann = memberWeek('Ann', { tasks: 7, turns: 40 });
const ben = memberWeek('Ben', { tasks: 9, turns: 20 });
const leo = memberWeek('Leo', { role: 'lead' });

function week(part: Partial<WeeklyProgress> = {}): WeeklyProgress {
  const start = part.week_start ?? THIS;
  return podWeek([ben, ann, leo], { week_start: start, week_end: sundayOf(start), ...part });
}

function serve(part: Partial<WeeklyProgress> = {}, targets: Target[] = []): void {
  stub.on(WEEK_ROUTE, ({ url }) => {
    const start = new URL(url, 'http://portal').searchParams.get('week_start') ?? THIS;
    return { json: week({ week_start: start, ...part }) };
  });
  stub.on('GET /api/v1/pods/Kestrel/weekly-progress/history', () => ({
    json: [LAST, THIS].map((week_start) => week({ week_start, ...part })),
  }));
  stub.on('GET /api/v1/pods/Kestrel/activity', () => ({ json: podActivity([]) }));
  stub.on('GET /api/v1/pod-weekly-targets/', () => ({
    json: {
      items: targets,
      total: targets.length,
      page: 1,
      size: 100,
      total_is_estimate: false,
    },
  }));
}

function open(...permissions: Permission[]): void {
  signInAs(grant(1, 'pod-targets-manage', ...permissions));
  useProjectStore.setState({ selectedId: 1 });
  renderAlone(<LeadBoard projectId={1} podName="Kestrel" />);
}

/** The connection is live and the server serves the room with this state. */
function goLive(state: WeeklyProgress): void {
  act(() => {
    store().connected(Date.now());
    takeState({ topic: 'weekly-progress', state });
    store().answered(ROOM, { ok: true }, Date.now());
  });
}
const push = (state: WeeklyProgress) => takeState({ topic: 'weekly-progress', state });

const trainers = async () => within(await screen.findByRole('list', { name: 'Trainers' }));
const pastWeek = () =>
  waitFor(() => expect(stub.callsOf(WEEK_ROUTE).at(-1)?.url).toContain(`week_start=${LAST}`));
const rowOf = (name: string) => screen.getByText(name).closest('li')?.textContent;
const bodiesOf = (route: string) =>
  stub.callsOf(route).map(({ body }) => JSON.parse(body) as unknown);

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  serveShell(stub, [project(1, 'Atlas')]);
  serve();
});
afterEach(() => act(() => store().off()));

describe('the lead board', () => {
  it('LEAD-1 is a page of the pod for users with pod-targets-manage', async () => {
    stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
    stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
    signInAs(grant(1, 'pod-targets-manage', 'pod-info-public-view'));
    const { url } = openAt('/pods/Kestrel/lead-dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Pod Lead Dashboard' });
    expect(screen.getByRole('link', { name: 'Lead Dashboard' })).toBeTruthy();
    await press('Previous week');
    expect(url()).toBe(`/pods/Kestrel/lead-dashboard?week=${LAST}`);
    await press('Next week');
    expect(url()).toBe('/pods/Kestrel/lead-dashboard');
  });

  it('LEAD-1 is refused without pod-targets-manage', async () => {
    stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
    stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
    signInAs(grant(1, 'pod-info-public-view'));
    const { url } = openAt('/pods/Kestrel/lead-dashboard');
    await waitFor(() => expect(url()).toBe('/'));
  });

  it('LEAD-1 LEAD-2 shows the work of each trainer, the smallest share first, and folds the others', async () => {
    open('pod-info-public-view');
    const rows = (await trainers()).getAllByRole('listitem');
    expect(rows.map(({ dataset }) => dataset['key'])).toEqual([ann.email, ben.email]);
    expect(rows[0]?.textContent).toContain('7 of 50');
    expect(rows[0]?.textContent).toContain('40 of 250');
    expect(rows[0]?.textContent).toContain('80.0%of what is due by nowNeeds Attention');
    expect(rows[1]?.textContent).toContain('90.0%of what is due by nowApproaching Target');
    expect(screen.queryByText('Leo')).toBeNull();
    await press('1 lead or reviewer');
    expect(rowOf('Leo')).toContain('Lead · leo@example.com');
  });

  it('LEAD-60 has the work of the reviewers, with shares and their cases, and what waits', async () => {
    const rae = memberWeek('Rae', { role: 'reviewer' });
    serve({ members: [ann, rae, leo] });
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity(
        [
          memberActivity('Rae', {
            ...{ reviews_today: 3, reviews_week: 12, claimed: 2, last_active_at: ago(5) },
            sent_back: { count: 9, of: 10, percent: 90, low: 55.5, high: 99.7 },
          }),
          memberActivity('Leo'),
          memberActivity('Ann', { last_active_at: ago(1) }),
        ],
        { waiting: { tasks: 7, oldest: ago(3 * 1440) } },
      ),
    }));
    open('pod-info-public-view', 'trainer-feedback-add');
    const card = within(await screen.findByRole('region', { name: 'Reviewers' }));
    expect(card.getByText(/, the oldest for/).textContent).toContain(
      '7 tasks wait, the oldest for 3 days',
    );
    const rows = (await card.findAllByRole('row')).slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([['3', '12', '90.0% of 1055.5 to 99.7%', '2', '5m']]);
    expect(card.getByRole('link', { name: 'Open the review desk' }).getAttribute('href')).toBe(
      '/pods/Kestrel/reviewer',
    );
  });

  it('LEAD-60 says that the reviewers could not be loaded', async () => {
    serve();
    stub.on('GET /api/v1/pods/Kestrel/activity', () => refusal('internal', 500, 'Broken'));
    open('pod-info-public-view');
    await screen.findByText('The reviewers and the last activity could not be loaded');
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({ json: podActivity([]) }));
    await press('Try Again');
    await screen.findByRole('region', { name: 'Reviewers' });
  });

  it('NUM-4 NUM-9 the sum of the trainers and the numbers of the reviewers open their tasks', async () => {
    const rae = memberWeek('Rae', { role: 'reviewer' });
    serve({ members: [ann, ben, rae] });
    const sent_back = { count: 4, of: 40, percent: 10, low: 2.8, high: 23.7 };
    const work = { reviews_today: 3, reviews_week: 12, claimed: 2, sent_back };
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity([memberActivity('Rae', work)], { waiting: { tasks: 7, oldest: null } }),
    }));
    const calls = () => stub.callsOf('GET /api/v1/tasks/by-number');
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 2, page: 1, size: 20 },
    }));
    open('pod-info-public-view');
    const asked = async (name: string) => {
      const before = calls().length;
      await userEvent.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(calls()).toHaveLength(before + 1));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return Object.fromEntries(new URL(calls().at(-1)?.url ?? '', 'http://x').searchParams);
    };
    const trainersOf = { pod_name: 'Kestrel', pod_role: 'trainer' };
    expect(await asked('Show tasks: done by trainers, 16')).toMatchObject({
      ...{ number: 'completed_by_users', ...trainersOf },
    });
    expect(await asked('Show tasks: that wait for a review, 7 tasks wait')).toMatchObject({
      ...{ number: 'waiting_for_review', pod_name: 'Kestrel' },
    });
    const ofRae = { project_id: '1', user_email: 'rae@example.com' };
    const reviews = { number: 'reviews_in_period', ...ofRae };
    expect(await asked('Show tasks: reviews by Rae, 3')).toMatchObject(reviews);
    expect(await asked('Show tasks: reviews by Rae, 12')).toMatchObject(reviews);
    expect(await asked('Show tasks: sent back by Rae, 10.0% of 40, 4')).toMatchObject({
      ...{ number: 'sent_back_in_period', ...ofRae },
      start_datetime: '2025-12-10T08:00:00.000Z',
    });
    expect(await asked('Show tasks: claimed by Rae, 2')).toMatchObject({
      ...{ number: 'claimed_now', pod_name: 'Kestrel', ...ofRae },
    });
  });

  it('LEAD-61 LEAD-62 sorts and searches many trainers in one line each, in the URL', async () => {
    const many = Array.from({ length: 14 }, (_, n) =>
      memberWeek(`Person ${String.fromCodePoint(65 + n)}`, { tasks: n }),
    );
    serve({ members: many });
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity([
        memberActivity('Person A', {
          last_active_at: new Date(Date.now() - 5.5 * 3_600_000).toISOString(),
        }),
      ]),
    }));
    stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
    stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
    signInAs(grant(1, 'pod-targets-manage', 'pod-info-public-view'));
    const { url } = openAt('/pods/Kestrel/lead-dashboard');
    const first = async () => (await trainers()).getAllByRole('listitem')[0]?.textContent;
    expect(await first()).toContain('Person A');
    await screen.findByText('5h');
    await press('Tasks');
    await press('Tasks');
    await waitFor(async () => expect(await first()).toContain('Person N130'));
    expect(url()).toBe('/pods/Kestrel/lead-dashboard?sort=tasks&order=desc');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the trainers' }), 'son c');
    await waitFor(async () => expect(await first()).toContain('Person C'));
    expect(url()).toContain('search=son+c');
  });

  it('LEAD-63 offers the targets of the weeks to come', async () => {
    serve({}, [target({ week_start_date: weeksFrom(THIS, 1), daily_tasks_target: 7 })]);
    open('pod-info-public-view');
    const card = within(await screen.findByRole('region', { name: 'Reviewers' }));
    expect(await card.findByText('7 tasks or 50 turns a day')).toBeTruthy();
    expect(card.getAllByText('Set target')).toHaveLength(2);
    await press(`Set target of ${formatWeek(weeksFrom(THIS, 2))}`);
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('LEAD-16 has only progress and the week on a wall screen', async () => {
    stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
    stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
    signInAs(grant(1, 'pod-targets-manage', 'pod-info-public-view'));
    const { url } = openAt('/pods/Kestrel/lead-dashboard');
    await trainers();
    expect(screen.getByRole('heading', { name: 'Weekly targets' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '1 lead or reviewer' })).toBeTruthy();
    await press('Wall mode');
    expect(url()).toBe('/pods/Kestrel/lead-dashboard?kiosk=1');
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Weekly targets' })).toBeNull(),
    );
    expect(screen.queryByRole('button', { name: '1 lead or reviewer' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Week' })).toBeTruthy();
    await trainers();
  });

  it('LEAD-3 without a target says so, and copies that of the week before', async () => {
    const before = target({ week_start_date: LAST, daily_tasks_target: 7 });
    const none = memberWeek('Ann', { tasks: 3, goal: null });
    serve({ target: null, expected: null, due: null, members: [none] }, [before]);
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({ status: 201, json: before }));
    open('pod-info-public-view');
    await screen.findByText('No weekly targets set for this period');
    expect(rowOf('Ann')).not.toContain('%');
    await press('Copy the week before');
    await waitFor(() =>
      expect(bodiesOf('POST /api/v1/pod-weekly-targets/')).toEqual([
        {
          pod_name: 'Kestrel',
          week_start_date: THIS,
          daily_tasks_target: 7,
          daily_turns_target: 50,
        },
      ]),
    );
  });

  it('LEAD-3 UI-40 a copied target keeps the focus on the page', async () => {
    const before = target({ week_start_date: weeksFrom(LAST, -1) });
    stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
    stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
    serve({ target: null, expected: null, due: null }, [before]);
    signInAs(grant(1, 'pod-targets-manage', 'pod-info-public-view'));
    openAt(`/pods/Kestrel/lead-dashboard?week=${LAST}`);
    const copy = await screen.findByRole('button', { name: 'Copy the week before' });
    const failing = heldReply();
    stub.on('POST /api/v1/pod-weekly-targets/', async () => {
      await failing.released;
      return refusal('internal', 500, 'Broken');
    });
    copy.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(copy.getAttribute('aria-disabled')).toBe('true'));
    // Browsers would take the focus from a disabled button.
    expect(copy).toHaveProperty('disabled', false);
    await userEvent.keyboard('{Enter}');
    failing.release();
    await screen.findByText('Broken');
    expect(document.activeElement).toBe(copy);
    expect(bodiesOf('POST /api/v1/pod-weekly-targets/')).toHaveLength(1);
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({ status: 201, json: before }));
    serve({}, [before]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(copy.isConnected).toBe(false));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Pod Lead Dashboard'));
  });

  it('LEAD-5 fetches a past week again when its project changes', async () => {
    open('pod-info-public-view');
    await trainers();
    await press('Previous week');
    await pastWeek();
    serve({ revision: 2, members: [{ ...ann, tasks: 13 }] });
    takeState({ topic: 'dashboard-changed', state: dashboardState(1, 2) });
    await waitFor(() => expect(rowOf('Ann')).toContain('13 of 50'));
  });

  it('LEAD-29 shows a week to come, in which nothing is due yet', async () => {
    open('pod-info-public-view');
    await trainers();
    serve({ members: [{ ...ann, tasks: 0, percent: 0, level: null, level_percent: null }] });
    await press('Next week');
    await waitFor(() => expect(rowOf('Ann')).toContain('0 of 50'));
    expect(stub.callsOf(WEEK_ROUTE).at(-1)?.url).toContain(`week_start=${weeksFrom(THIS, 1)}`);
    expect(rowOf('Ann')).toContain('Nothing due yet');
    expect(screen.getByText(/^Next week · /)).toBeTruthy();
  });

  it.each(['2026-13-99', '2026-11-24', 'soon'])(
    'LEAD-29 says that %s is not a week, and shows this one',
    async (text) => {
      stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
      stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
      signInAs(grant(1, 'pod-targets-manage', 'pod-info-public-view'));
      openAt(`/pods/Kestrel/lead-dashboard?week=${text}`);
      await trainers();
      expect(screen.getByText(new RegExp(`“${text}” is not the Monday of a week`))).toBeTruthy();
      expect(screen.getByText(formatWeek(THIS))).toBeTruthy();
    },
  );

  it('LEAD-27 dims the numbers of this week, with its days, until those of another arrive', async () => {
    open('pod-info-public-view');
    await trainers();
    const { released, release } = heldReply();
    stub.on(WEEK_ROUTE, async () => {
      await released;
      return { json: week({ week_start: LAST, members: [{ ...ann, tasks: 31 }] }) };
    });
    await press('Previous week');
    await pastWeek();
    await screen.findByText(`Still showing ${formatWeek(THIS)}`);
    expect(rowOf('Ann')).toContain('7 of 50');
    // The age is that of the numbers, and not of those that are awaited.
    expect(document.body.textContent).not.toContain('Stale');
    release();
    await waitFor(() => expect(rowOf('Ann')).toContain('31 of 50'));
    expect(screen.queryByText(/Still showing/)).toBeNull();
  });

  it('LEAD-30 without a connection, the week of before is not this week after its Sunday', async () => {
    serve({ week_start: LAST, week_end: sundayOf(LAST) });
    open('pod-info-public-view');
    await trainers();
    expect(await screen.findByText(`Still showing ${formatWeek(LAST)}`)).toBeTruthy();
  });

  it('LEAD-5 LEAD-6 follows the pushed states of this week and announces a crossing', async () => {
    open('pod-info-public-view');
    await trainers();
    goLive(week({ revision: 2, members: [{ ...ann, tasks: 40 }, ben] }));
    await waitFor(() => expect(rowOf('Ann')).toContain('40 of 50'));
    push(week({ revision: 3, members: [{ ...ann, tasks: 50, level: 'success' }, ben] }));
    expect(await screen.findByText('Ann: On Target')).toBeTruthy();
    expect(rowOf('Ann')).toContain('50 of 50');
  });

  it('LEAD-9 opens the tasks of a user in the week', async () => {
    open('pod-info-public-view');
    await trainers();
    expect(screen.getByRole('link', { name: 'Ann' }).getAttribute('href')).toBe(
      `/trainer-stats/ann%40example.com?start=${THIS}&end=${sundayOf(THIS)}`,
    );
  });

  it('LEAD-9 says that a user without pod-info-public-view sees only themselves', async () => {
    open();
    await screen.findByText(/You see only your own progress/);
    expect(screen.queryByRole('link', { name: 'Ann' })).toBeNull();
  });

  it('LEAD-10 sums up the trainers', async () => {
    open('pod-info-public-view');
    const card = async (name: string) => (await screen.findByRole('region', { name })).textContent;
    expect(await card('Tasks done')).toContain('16of 100 · 16.0% of the weekly target');
    expect(await card('Due by now')).toContain('80.0%of 20 tasks or 100 turns · Needs Attention');
    expect(await card('Needs Attention')).toContain('1of 2 trainers · 1 Approaching Target');
  });

  it('LEAD-13 says why a room is refused', async () => {
    open('pod-info-public-view');
    await trainers();
    act(() => {
      store().connected(Date.now());
      store().answered(ROOM, { ok: false, detail: 'Too many rooms.' }, Date.now());
    });
    expect(screen.getByText(/Live updates were refused: Too many rooms\./)).toBeTruthy();
  });

  it('LEAD-13 marks old numbers as stale with their age', async () => {
    open('pod-info-public-view');
    await trainers();
    expect(screen.queryByText('Stale:')).toBeNull();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 95_000);
    act(() => store().lost(now));
    expect((await screen.findByText('Stale:')).parentElement?.textContent).toContain('1 min');
  });

  it('LEAD-13 DESK-10 counts the age of live numbers from the loss of the connection', async () => {
    open('pod-info-public-view');
    await trainers();
    goLive(week({ revision: 2 }));
    await screen.findByText('Updates live');
    stub.on(WEEK_ROUTE, () => refusal('internal', 500, 'Broken'));
    const lostAt = Date.now() + 35_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(lostAt);
    act(() => store().lost(lostAt));
    await screen.findByText(/^Reconnecting · as of /);
    expect(screen.queryByText('Stale:')).toBeNull();
    clock.mockReturnValue(lostAt + 31_000);
    const notice = await screen.findByText('Stale:');
    expect(notice.parentElement?.textContent).toContain('31 s old');
    expect(screen.getByText('Stale', { selector: '[role=status]' })).toBeTruthy();
  });

  it('LEAD-15 offers to try again after a failed load', async () => {
    stub.on(WEEK_ROUTE, () => refusal('internal', 500, 'Broken'));
    open('pod-info-public-view');
    await screen.findByText('No progress data');
    serve();
    await press('Try Again');
    expect((await trainers()).getByText('Ann')).toBeTruthy();
  });

  it('LEAD-15 removes numbers that the user may no longer see', async () => {
    open('pod-info-public-view');
    await trainers();
    await press('Previous week');
    await pastWeek();
    stub.on(WEEK_ROUTE, () => refusal('not-found', 404, 'Gone'));
    takeState({ topic: 'dashboard-changed', state: dashboardState(1, 9) });
    await screen.findByText('You cannot see this pod');
    expect(screen.queryByText('Ann')).toBeNull();
  });
});

describe('the weekly targets', () => {
  const own = target({ week_start_date: THIS });
  const name = formatWeek(THIS);
  const toast = (text: string) => screen.findByText(text);

  it('LEAD-11 LEAD-12 are created with the numbers of the week before', async () => {
    serve({}, [own]);
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({ status: 201, json: own }));
    open('pod-info-public-view');
    await screen.findByRole('row', { name: new RegExp(`${name}.*10.*50`) });
    await press('Create target');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create weekly target' }));
    expect(dialog.getByRole('combobox', { name: /^Week/ }).textContent).toContain('next week');
    expect(dialog.getByText(/Where tasks have no turns the tasks decide/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('Daily tasks is required')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Copy the week before' }));
    fireEvent.change(dialog.getByRole('textbox', { name: /Daily turns/ }), {
      target: { value: '0' },
    });
    expect(await dialog.findByText('Must be a whole number from 1 to 100,000')).toBeTruthy();
    fireEvent.change(dialog.getByRole('textbox', { name: /Daily turns/ }), {
      target: { value: 'many' },
    });
    expect(await dialog.findByText('Must be a number')).toBeTruthy();
    fireEvent.change(dialog.getByRole('textbox', { name: /Daily turns/ }), {
      target: { value: '60' },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await toast('Item created successfully');
    expect(bodiesOf('POST /api/v1/pod-weekly-targets/')).toEqual([
      {
        pod_name: 'Kestrel',
        week_start_date: weeksFrom(THIS, 1),
        daily_tasks_target: 10,
        daily_turns_target: 60,
      },
    ]);
    await waitFor(() => expect(stub.callsOf(WEEK_ROUTE).length).toBeGreaterThan(1));
  });

  it('LEAD-59 repeat until changed, and may be for one trainer', async () => {
    const own = target({ id: 2, week_start_date: THIS, user_email: ann.email });
    const always = { week_start_date: LAST, week_end_date: '2100-01-03', repeats: true };
    serve({}, [own, target(always)]);
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({ status: 201, json: own }));
    open('pod-info-public-view');
    await screen.findByRole('row', { name: new RegExp(`From .* until changed`) });
    expect(screen.getByText(`Only for ${ann.email}`)).toBeTruthy();
    await press('Create target');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create weekly target' }));
    for (const name of [/Daily tasks/, /Daily turns/]) {
      fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value: '8' } });
    }
    await userEvent.click(dialog.getByRole('combobox', { name: /^For/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ben' }));
    await userEvent.click(dialog.getByRole('switch', { name: 'Repeats until changed' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await toast('Item created successfully');
    expect(bodiesOf('POST /api/v1/pod-weekly-targets/')).toEqual([
      {
        pod_name: 'Kestrel',
        week_start_date: THIS,
        ...{ daily_tasks_target: 8, daily_turns_target: 8 },
        ...{ user_email: ben.email, repeats: true },
      },
    ]);
  });

  it('LEAD-12 send only what changed, and show a refusal at its field', async () => {
    serve({}, [own]);
    const refused = refusal('conflict', 409, 'The week is taken');
    stub.on('PATCH /api/v1/pod-weekly-targets/1', () => ({
      ...refused,
      json: {
        ...(refused.json as object),
        errors: [{ pointer: '/daily_tasks_target', detail: 'is too many' }],
      },
    }));
    open('pod-info-public-view');
    await press(`Edit ${name}`);
    const tasks = await screen.findByRole('textbox', { name: /Daily tasks/ });
    fireEvent.change(tasks, { target: { value: '12' } });
    await press('Save Changes');
    expect(await screen.findByText('Daily tasks is too many')).toBeTruthy();
    expect(bodiesOf('PATCH /api/v1/pod-weekly-targets/1')).toEqual([{ daily_tasks_target: 12 }]);
    stub.on('PATCH /api/v1/pod-weekly-targets/1', () => ({ json: own }));
    await press('Save Changes');
    await toast('Item updated successfully');
    const [, second] = stub.callsOf('PATCH /api/v1/pod-weekly-targets/1');
    expect(second?.headers['if-match']).toBe('"target-1"');
  });

  it('LEAD-17 a refusal, then a correction, keeps what another person changed meanwhile', async () => {
    const item = new VersionedItem<Target>(own);
    stub.on('GET /api/v1/pod-weekly-targets/', () => ({ json: page([item.stored]) }));
    stub.on('PATCH /api/v1/pod-weekly-targets/1', item.update);
    open('pod-info-public-view');
    await press(`Edit ${name}`);
    const tasks = await screen.findByRole('textbox', { name: /Daily tasks/ });
    fireEvent.change(tasks, { target: { value: '12' } });
    item.change({ daily_turns_target: 77 });
    item.refuseNext = refusedField('daily_tasks_target', 'is too many');
    await press('Save Changes');
    expect(await screen.findByText('Daily tasks is too many')).toBeTruthy();
    await screen.findByRole('row', { name: new RegExp(`${name}.*10.*77`), hidden: true });
    fireEvent.change(tasks, { target: { value: '11' } });
    await press('Save Changes');
    expect(await screen.findByText('Changed by somebody else and kept: Daily turns')).toBeTruthy();
    expect(screen.getByText('Also saved: Daily tasks')).toBeTruthy();
    await press('Save Changes');
    await toast('Item updated successfully');
    expect(item.stored).toMatchObject({ daily_tasks_target: 11, daily_turns_target: 77 });
  });

  it('HIST-8 each link to their history', async () => {
    serve({}, [own]);
    open('admin-view', 'project-manage');
    const link = await screen.findByRole('link', { name: `History of ${name}` });
    expect(link.getAttribute('href')).toBe('/admin/audit?entity=pod_weekly_target&id=1');
  });

  it('HIST-8 have no such link for users who cannot open the administration', async () => {
    serve({}, [own]);
    open('project-manage');
    expect(await screen.findByRole('button', { name: `Delete ${name}` })).toBeTruthy();
    expect(screen.queryByRole('link', { name: `History of ${name}` })).toBeNull();
  });

  it('LEAD-11 are deleted after a question', async () => {
    serve({}, [own]);
    stub.on('DELETE /api/v1/pod-weekly-targets/1', () => ({ status: 204, text: '' }));
    open('pod-info-public-view');
    await press(`Delete ${name}`);
    await screen.findByRole('dialog', { name: 'Delete this weekly target?' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(`Delete ${name}`);
    expect(stub.callsOf('DELETE /api/v1/pod-weekly-targets/1')).toHaveLength(0);
    await press('Delete');
    await toast('Item deleted successfully');
  });
});

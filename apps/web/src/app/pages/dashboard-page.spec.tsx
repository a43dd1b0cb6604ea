import { act, screen, waitFor, within } from '@testing-library/react';
import { DEFAULT_REPORTING_TIME_ZONE as ZONE } from '@portal/contracts/constants';
import type { WeeklyProgress } from '@portal/contracts/live';
import userEvent from '@testing-library/user-event';
import { dayOf } from '@portal/domain/periods';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDay } from '../../lib/format';
import { useUserZone } from '../../lib/user-zone';
import { giveChartsSize } from '../../testing/chart-size';
import { heldReply, placeholders } from '../../testing/held-reply';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { memberActivity, podActivity } from '../../testing/pods';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer, type Call } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { podStats, podWeek, userTask, userTasks, workOn } from '../../testing/work';

const TASKS = 'GET /api/v1/tasks/by-user/zoe%40example.com';
const WEEK = 'GET /api/v1/pods/Orion/weekly-progress';
const ACTIVITY = 'GET /api/v1/pods/Orion/activity';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const today = dayOf(new Date(), ZONE);
const isRework = ({ url }: Call) => url.includes('status=rework');
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const pod = async () => within(await screen.findByRole('list', { name: 'Your pods' }));

function serveWeek(week: WeeklyProgress) {
  stub.on(WEEK, () => ({ json: week }));
  live.subscribeAck = ({ project_id, pod_name }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: { ...roomState(project_id, 1), weekly_progress: pod_name === undefined ? null : week },
  });
}

function serveTasks(recent: ReturnType<typeof userTasks>, rework = userTasks([])) {
  stub.on(TASKS, (call) => ({ json: isRework(call) ? rework : recent }));
}

beforeEach(() => {
  serveShell(stub, [project(1, 'Atlas')]);
  stub.on('GET /api/v1/pod-members/', () => ({
    json: { items: [{ pod_name: 'Orion', role: 'trainer' }] },
  }));
  stub.on('GET /api/v1/tasks/pod-stats', () => podStats([workOn(today, 'zoe@example.com', 6)]));
  stub.on(ACTIVITY, () => ({ json: podActivity([]) }));
  serveWeek(podWeek({}));
  serveTasks(userTasks([]));
  // A trainer has no permission.
  signInAs(grant(1));
});

describe('the own week', () => {
  it('HOME-5 shows a trainer the target, what is to do today and the level', async () => {
    openAt('/dashboard');
    const orion = await pod();
    expect(await orion.findByText('Needs Attention')).toBeTruthy();
    expect(orion.getByText('6 to go by tonight')).toBeTruthy();
    expect(orion.getByText('30 to go by tonight')).toBeTruthy();
    expect(orion.getByText('Role: trainer')).toBeTruthy();
    expect(orion.getByText(/of 20 tasks/).textContent).toBe('6 of 20 tasks');
    expect(orion.getByText(/of 100 turns/).textContent).toBe('30 of 100 turns');
    expect(orion.getByText(/^75\.0% of what is due by now\./)).toBeTruthy();
    expect(orion.getByRole('link').getAttribute('href')).toBe('/pods/Orion/mine');
    const week = await region('Your week');
    expect(week.getByText('Tasks completed').closest('div')?.textContent).toBe('Tasks completed6');
    const query = new URL(stub.callsOf('GET /api/v1/tasks/pod-stats')[0]?.url ?? '', 'http://p')
      .searchParams;
    expect(query.get('member_emails')).toBe('zoe@example.com');
  });

  it('HOME-10 has placeholders until the own work is loaded, and no numbers', async () => {
    const { released, release } = heldReply();
    stub.on('GET /api/v1/tasks/pod-stats', async () => {
      await released;
      return podStats([workOn(today, 'zoe@example.com', 6)]);
    });
    stub.on(TASKS, async (call) => {
      await released;
      return { json: isRework(call) ? userTasks([]) : userTasks([userTask(11)]) };
    });
    openAt('/dashboard');
    const week = await screen.findByRole('region', { name: 'Your week' });
    const recent = await screen.findByRole('region', { name: 'Recent tasks' });
    const figure = () => within(week).getByText('Tasks completed').closest('div')?.textContent;
    expect(figure()).toBe('Tasks completed');
    expect(placeholders(week)).toBeGreaterThan(0);
    expect(placeholders(recent)).toBeGreaterThan(0);
    expect(screen.queryByText(/appear here as soon as they are imported/)).toBeNull();
    release();
    await waitFor(() => expect(figure()).toBe('Tasks completed6'));
    await within(recent).findByRole('link', { name: 'Task 11' });
    await waitFor(() => expect(placeholders(week) + placeholders(recent)).toBe(0));
  });

  it('HOME-5 shows the numbers of the days as a table, in the URL', async () => {
    giveChartsSize();
    const tab = openAt('/dashboard');
    const week = await region('Your week');
    const chart = await week.findByRole('slider', { name: /^Tasks completed per day/ });
    await userEvent.click(week.getByRole('button', { name: 'Table' }));
    const table = within(
      await week.findByRole('table', { name: 'Your work per day of this week' }),
    );
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Day',
      'Tasks',
      'Turns',
    ]);
    expect(table.getAllByRole('rowheader')).toHaveLength(
      Number(chart.getAttribute('aria-valuemax')),
    );
    const day = table.getByRole('row', { name: new RegExp(`^${formatDay(today)}`) });
    expect(
      within(day)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['6', '30']);
    expect(tab.url()).toContain('week=table');
    await userEvent.click(week.getByRole('button', { name: 'Chart' }));
    await week.findByRole('slider');
  });

  it.each([
    ['Nothing due yet', { tasks: 1, level: null }],
    ['On Target', { tasks: 8, level: 'success' }],
  ] as const)('HOME-5 says %s for %o', async (text, member) => {
    serveWeek(podWeek(member));
    signInAs(grant(1, 'pod-info-public-view'));
    openAt('/dashboard');
    const orion = await pod();
    expect(await orion.findByText(text)).toBeTruthy();
    expect(orion.getByRole('link', { name: 'Orion' }).getAttribute('href')).toBe('/pods/Orion');
  });

  it('HOME-57 begins with one sentence and one bar', async () => {
    openAt('/dashboard');
    const week = await region('Your week');
    expect(
      await week.findByText('You have done 6 of 20 tasks this week: 6 to go by tonight.'),
    ).toBeTruthy();
    const [bar, ...others] = week.getAllByRole('progressbar');
    expect(bar?.getAttribute('aria-label')).toBe('Your tasks of this week');
    expect(bar?.getAttribute('aria-valuenow')).toBe('30');
    expect(others).toEqual([]);
  });

  it('HOME-57 has bars of each pod with several', async () => {
    stub.on('GET /api/v1/pod-members/', () => ({
      json: { items: ['Orion', 'Vega'].map((pod_name) => ({ pod_name, role: 'trainer' })) },
    }));
    stub.on('GET /api/v1/pods/Vega/weekly-progress', () => ({
      json: podWeek({}, { pod_name: 'Vega', project_id: 2 }),
    }));
    openAt('/dashboard');
    const week = await region('Your week');
    expect(
      await week.findByText('You have done 12 of 40 tasks this week: 12 to go by tonight.'),
    ).toBeTruthy();
    const names = week.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'));
    const ofPod = ['Tasks of the week', 'Turns of the week'];
    expect(names).toEqual(['Your tasks of this week', ...ofPod, ...ofPod]);
  });

  it('HOME-57 has no chart of a week without work', async () => {
    stub.on('GET /api/v1/tasks/pod-stats', () => podStats([]));
    serveWeek(podWeek({ goal: null, level: null, tasks: 0, turns: 0 }, { target: null }));
    openAt('/dashboard');
    const week = await region('Your week');
    expect(await week.findByText('0 tasks this week.')).toBeTruthy();
    expect(await week.findByText(/^No weekly target is set for this week/)).toBeTruthy();
    expect(week.queryByRole('button', { name: 'Table' })).toBeNull();
    expect(week.queryByText('Tasks completed')).toBeNull();
    expect(week.queryAllByRole('progressbar')).toEqual([]);
  });

  it('HOME-6 is calm without a target', async () => {
    serveWeek(podWeek({ goal: null, level: null }, { target: null, expected: null, due: null }));
    openAt('/dashboard');
    expect(await (await pod()).findByText(/^No weekly target is set for this week/)).toBeTruthy();
  });

  it('HOME-6 is calm without a pod, and counts all the same', async () => {
    stub.on('GET /api/v1/pod-members/', () => ({ json: { items: [] } }));
    openAt('/dashboard');
    const week = await region('Your week');
    expect(await week.findByText(/^You are not in a pod of this project/)).toBeTruthy();
    expect(await week.findByText('6')).toBeTruthy();
    expect(screen.queryByText('Your Pods')).toBeNull();
  });
});

const SENT_BACK = {
  ...{ turing_review_id: 1, reviewer_email: 'rex@example.com', reviewer_name: 'Rex' },
  ...{ status: 'rejected', score: null, feedback: 'Say why.', submitted_at: null },
  ...{ feedback_id: null, reasons: [], is_unread: false },
};

describe('own tasks', () => {
  it('HOME-7 WEB-64 lists what came back and what is recent, with links', async () => {
    serveTasks(
      userTasks([
        userTask(11, { status: 'in_progress' }),
        userTask(12, { task_link: null, colab_link: 'https://colab.example.com/12' }),
      ]),
      userTasks([userTask(9, { status: 'rework', last_review: SENT_BACK })], { rework_total: 3 }),
    );
    openAt('/dashboard');
    const rework = await region('Back for rework');
    expect((await rework.findByRole('link', { name: 'Task 9' })).getAttribute('href')).toBe(
      '/dashboard?task=9',
    );
    const tool = rework.getByRole('link', { name: 'Task 9 in the labeling tool' });
    expect(tool.getAttribute('href')).toBe('https://label.example.com/task/9');
    expect(rework.getByText('Rex · Rejected · Say why.')).toBeTruthy();
    expect(rework.getByText('3')).toBeTruthy();
    const ownPage = '/trainer-stats/zoe%40example.com';
    const others = rework.getByRole('link', { name: 'and 2 other tasks' });
    expect(others.getAttribute('href')).toBe(ownPage);
    const recent = await region('Recent tasks');
    expect(recent.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe(ownPage);
    expect((await recent.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Task 114 turns · .* agoIn Progress$/),
      expect.stringMatching(/^Task 124 turns · .* agoCompleted$/),
    ]);
    expect(recent.getByRole('link', { name: 'Colab of task 12' })).toBeTruthy();
    act(() => useUserZone.setState({ zone: 'UTC-8:00' }));
    for (const age of recent.getAllByText(/ ago$/, { selector: 'time' })) {
      expect(age.title).toMatch(/[AP]M, UTC-8:00$/);
    }
    expect(recent.queryByRole('link', { name: 'Task 12 in the labeling tool' })).toBeNull();
    const query = new URL(stub.callsOf(TASKS)[0]?.url ?? '', 'http://p').searchParams;
    expect(query.get('project_id')).toBe('1');
  });

  it('HOME-56 names the batch and the model of a task, cut to one line', async () => {
    const [both, batch] = [
      { batch_name: 'Winter', target_model: 'opus' },
      { batch_name: 'Spring' },
    ];
    serveTasks(
      userTasks([userTask(11, both), userTask(12, batch)]),
      userTasks([userTask(9, { ...both, status: 'rework' })], { rework_total: 1 }),
    );
    openAt('/dashboard');
    const recent = await region('Recent tasks');
    const text = await recent.findByText('Winter · opus');
    expect(text.classList).toContain('MuiTypography-noWrap');
    expect(text.title).toBe('Winter · opus');
    expect(recent.getByText('Spring').closest('li')?.textContent).toContain('Task 12');
    expect((await region('Back for rework')).getByText('Winter · opus')).toBeTruthy();
  });

  it('HOME-7 is calm without tasks', async () => {
    openAt('/dashboard');
    expect(await screen.findByText('Nothing came back to you. All clear.')).toBeTruthy();
    expect(
      await screen.findByText('Your tasks appear here as soon as they are imported.'),
    ).toBeTruthy();
  });

  it('HOME-41 counts one batch in the singular', async () => {
    openAt('/dashboard');
    expect(await screen.findByText('in 1 batch')).toBeTruthy();
  });

  it('HOME-62 has one line about a project without tasks, and shows no cards before', async () => {
    const { released, release } = heldReply();
    live.subscribeAck = async ({ project_id }) => {
      await released;
      const dashboard = dashboardState(project_id, 1, 0);
      return {
        ...{ ok: true, epoch: '', revision: 1 },
        state: { ...roomState(project_id, 1), dashboard },
      };
    };
    openAt('/dashboard');
    const now = await screen.findByRole('region', { name: 'The project now' });
    expect(within(now).queryByRole('term')).toBeNull();
    release();
    await within(now).findByText('This project has no tasks yet.');
    expect(now.textContent).toBe('The project nowThis project has no tasks yet.');
    live.emitAnything('dashboard-changed', dashboardState(1, 2));
    expect(await within(now).findAllByRole('term')).toHaveLength(4);
  });

  it('HOME-9 a failure is shown, and the other parts stay', async () => {
    stub.on(TASKS, () => refusal('internal', 500, 'The tasks are away'));
    openAt('/dashboard');
    expect(await screen.findByText('The tasks are away')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('They could not be loaded.')).toHaveLength(2));
    expect(await (await pod()).findByText(/of 20 tasks/)).toBeTruthy();
  });

  it('HOME-9 a failure is not shown as no work, and the work can be loaded again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/pod-members/', () => refusal('internal', 500, 'The pods are away'));
    stub.on('GET /api/v1/tasks/pod-stats', () => refusal('internal', 500, 'The days are away'));
    openAt('/dashboard');
    const week = await region('Your week');
    expect(await week.findByText('Your pods could not be loaded.')).toBeTruthy();
    expect(week.queryByText(/^You are not in a pod/)).toBeNull();
    expect(await screen.findByText('The days are away')).toBeTruthy();
    expect(week.getAllByText('–')).toHaveLength(2);
    stub.on('GET /api/v1/tasks/pod-stats', () => podStats([workOn(today, 'zoe@example.com', 6)]));
    await press('Try Again');
    expect(await week.findByText('6')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('The days are away')).toBeNull());
  });
});

describe('live updates', () => {
  it('HOME-43 last week is not shown as this week once it is over', async () => {
    serveWeek(podWeek({}, { week_start: '2026-01-05', week_end: '2026-01-11' }));
    openAt('/dashboard');
    const orion = await pod();
    expect(await orion.findByText('The week of this pod could not be loaded.')).toBeTruthy();
    expect(orion.queryByText(/of 20 tasks|to go/)).toBeNull();
  });

  it('HOME-8 the numbers follow pushed states', async () => {
    openAt('/dashboard');
    await (await pod()).findByText(/of 20 tasks/);
    const week = await region('Your week');
    await week.findByText('Updates live');
    await waitFor(() =>
      expect(live.payloadsOf('subscribe')).toContainEqual({ project_id: 1, pod_name: 'Orion' }),
    );
    serveTasks(userTasks([userTask(21)], { revision: 2 }), userTasks([], { revision: 2 }));
    stub.on('GET /api/v1/tasks/pod-stats', () =>
      podStats([workOn(today, 'zoe@example.com', 7)], 2),
    );
    live.emitAnything('weekly-progress', podWeek({ tasks: 7 }, { revision: 2 }));
    live.emitAnything('dashboard-changed', dashboardState(1, 2));
    expect((await (await pod()).findByText(/of 20 tasks/)).textContent).toBe('7 of 20 tasks');
    expect(await screen.findByRole('link', { name: 'Task 21' })).toBeTruthy();
    await waitFor(() =>
      expect(week.getByText('Tasks completed').closest('div')?.textContent).toBe(
        'Tasks completed7',
      ),
    );
  });
});

describe('by role', () => {
  const as = (role: string, ...permissions: Parameters<typeof grant>[1][]) => {
    stub.on('GET /api/v1/pod-members/', () => ({ json: { items: [{ pod_name: 'Orion', role }] } }));
    signInAs(grant(1, 'pod-info-public-view', 'trainer-feedback-add', ...permissions));
  };
  const queue = (items: readonly object[], total = items.length) => ({
    json: { epoch: '', revision: 1, items, total, stuck: 0, page: 1, size: 5 },
  });
  const waiting = (id: number) => ({
    ...userTask(id),
    claim: null,
    waiting_since: null,
    is_appealed: false,
    batch_name: 'One',
  });

  it('HOME-47 HOME-53 shows a reviewer the tasks that wait and the own reviews, and no week without tasks', async () => {
    as('reviewer');
    serveWeek(podWeek({ role: 'reviewer', reviews: 4, goal: null, level: null }));
    stub.on('GET /api/v1/tasks/review-queue', () => queue([waiting(31), waiting(32)], 17));
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 0, page: 1, size: 20 },
    }));
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    expect((await reviews.findByRole('link', { name: 'Task 31' })).getAttribute('href')).toBe(
      '/dashboard?task=31',
    );
    await reviews.findByRole('button', { name: 'Show tasks: Reviews of Orion, 17' });
    const own = await reviews.findByRole('button', {
      name: 'Show tasks: your reviews this week, Orion, 4',
    });
    await userEvent.click(own);
    await waitFor(() => expect(stub.callsOf('GET /api/v1/tasks/by-number')).toHaveLength(1));
    const [call] = stub.callsOf('GET /api/v1/tasks/by-number');
    expect(call?.url).toContain(
      'project_id=1&number=reviews_in_period&user_email=zoe%40example.com',
    );
    await press('Close');
    const desk = reviews.getByRole('link', { name: 'Open the review desk' });
    expect(desk.getAttribute('href')).toBe('/pods/Orion/reviewer');
    expect(await screen.findByText('You have no tasks of your own in this project.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Your week' })).toBeNull();
  });

  it('HOME-63 shows whose a waiting task is, its batch and model, and takes the next one', async () => {
    as('reviewer');
    serveWeek(podWeek({ role: 'reviewer', reviews: 4, goal: null, level: null }));
    const own = { user_email: 'zoe@example.com', target_model: 'opus' };
    const other = { user_email: 'gone@example.com', target_model: null };
    stub.on('GET /api/v1/tasks/review-queue', () =>
      queue([
        { ...waiting(31), ...own },
        { ...waiting(32), ...other },
      ]),
    );
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    await reviews.findByText('Zoë Admin');
    const [first, second] = reviews.getAllByRole('listitem');
    expect(first?.textContent).toBe('Task 31Zoë AdminOneopus');
    expect(second?.textContent).toBe('Task 32gone@example.comOneNo model');
    const next = reviews.getByRole('link', { name: 'Review the next task' });
    expect(next.getAttribute('href')).toBe('/pods/Orion/reviewer?new=claim');
  });

  it('HOME-54 says of a task that it waits because of an appeal, and of another nothing', async () => {
    as('reviewer');
    stub.on('GET /api/v1/tasks/review-queue', () =>
      queue([{ ...waiting(31), is_appealed: true }, waiting(32)]),
    );
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    await reviews.findByRole('link', { name: 'Task 31' });
    const [appealed, other] = reviews.getAllByRole('listitem');
    expect(appealed?.textContent).toContain('Appeal');
    expect(other?.textContent).not.toContain('Appeal');
  });

  it('HOME-59 shows a reviewer the own reviews of today and what was sent back', async () => {
    as('reviewer');
    serveWeek(podWeek({ role: 'reviewer', reviews: 4, goal: null, level: null }));
    stub.on('GET /api/v1/tasks/review-queue', () => queue([]));
    const me = memberActivity('Zoe', { reviews_today: 1, sent_back_today: 2 });
    stub.on(ACTIVITY, () => ({ json: podActivity([], { pod_name: 'Orion', today, me }) }));
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    const number = (name: string) => reviews.findByRole('button', { name: `Show tasks: ${name}` });
    const ofToday = await number('your reviews today, Orion, 1');
    await number('tasks that you sent back today, Orion, 2');
    await number('your reviews this week, Orion, 4');
    expect(ofToday.parentElement?.textContent).toBe(
      'No task waits for a review. 1 review by you today, 2 sent back. 4 reviews by you this week.',
    );
  });

  it('HOME-47 is one line where nothing waits', async () => {
    as('reviewer');
    stub.on('GET /api/v1/tasks/review-queue', () => queue([]));
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    expect(await reviews.findByText('No task waits for a review.')).toBeTruthy();
    expect(reviews.queryAllByRole('listitem')).toHaveLength(0);
    expect(reviews.queryByRole('link', { name: 'Review the next task' })).toBeNull();
  });

  it('HOME-55 says that the own tasks could not be loaded, without a placeholder for them', async () => {
    as('lead');
    serveWeek(podWeek({}));
    stub.on('GET /api/v1/tasks/review-queue', () => queue([]));
    stub.on(TASKS, () => refusal('internal', 500, 'The tasks are away'));
    openAt('/dashboard');
    expect(await screen.findByText('The tasks are away')).toBeTruthy();
    await region('Orion this week');
    await waitFor(() => expect(placeholders(document.body)).toBe(0));
  });

  it('HOME-9 says that the pods of a lead could not be loaded, without a placeholder, and tries again', async () => {
    as('lead');
    stub.on('GET /api/v1/pod-members/', () => refusal('internal', 500, 'The pods are away'));
    openAt('/dashboard');
    expect(await screen.findByText('The pods are away')).toBeTruthy();
    await waitFor(() => expect(placeholders(document.body)).toBe(0));
    stub.on('GET /api/v1/pod-members/', () => ({
      json: { items: [{ pod_name: 'Orion', role: 'lead' }] },
    }));
    await press('Try Again');
    await region('Orion this week');
  });

  it('HOME-9 says of a pod that it could not be loaded, and tries again', async () => {
    as('lead');
    let isDown = true;
    stub.on(WEEK, () =>
      isDown ? refusal('internal', 500, 'The week is away') : { json: podWeek({}) },
    );
    stub.on('GET /api/v1/tasks/review-queue', () => queue([]));
    openAt('/dashboard');
    const orion = await region('Orion this week');
    const again = await orion.findByRole('button', { name: 'Try Again' });
    isDown = false;
    await userEvent.click(again);
    expect(await orion.findByText('1 of 1 trainer is behind their target.')).toBeTruthy();
  });

  it('HOME-48 HOME-53 shows a lead who is below the target, what waits and that next week has no target', async () => {
    as('lead');
    const week = podWeek({});
    serveWeek(week);
    stub.on(WEEK, ({ url }) => ({
      json: url.includes('week_start=') ? { ...week, target: null, members: [] } : week,
    }));
    const oldest = new Date(Date.now() - 3 * 86_400_000).toISOString();
    stub.on(ACTIVITY, () => ({
      json: podActivity([], { pod_name: 'Orion', waiting: { tasks: 14, oldest, by_age: null } }),
    }));
    openAt('/dashboard');
    const orion = await region('Orion this week');
    expect(await orion.findByText('1 of 1 trainer is behind their target.')).toBeTruthy();
    const trainer = within(await orion.findByRole('listitem'));
    expect(trainer.getByText('Needs Attention · 75.0% of what is due by now')).toBeTruthy();
    expect(trainer.getByRole('link', { name: 'Zoë Admin' })).toBeTruthy();
    const backlog = await orion.findByRole('link', { name: 'tasks wait for a review' });
    expect(backlog.parentElement?.textContent).toBe(
      '14 tasks wait for a review, the oldest for 3 days.',
    );
    expect(backlog.getAttribute('href')).toBe('/pods/Orion/reviewer');
    expect(await orion.findByText('Next week has no weekly target yet.')).toBeTruthy();
    const board = orion.getByRole('link', { name: 'Open the Lead Dashboard' });
    expect(board.getAttribute('href')).toBe('/pods/Orion/lead-dashboard');
  });

  it('HOME-50 names the tasks of which an import contradicted what the user did', async () => {
    as('reviewer');
    stub.on('GET /api/v1/tasks/review-queue', () => queue([]));
    const said = {
      import_id: '0191b8a2-0000-7000-8000-000000000001',
      imported_at: '2026-01-05T10:00:00Z',
    };
    const contradicted = [
      { ...said, turing_task_id: 31, is_kept: true },
      { ...said, turing_task_id: 32, is_kept: false },
    ];
    stub.on('GET /api/v1/tasks/my-reviews', () => ({
      json: { revision: 1, total: 0, contradicted, hours: [] },
    }));
    openAt('/dashboard');
    const task = await screen.findByRole('link', { name: 'Task 31' });
    expect(task.getAttribute('href')).toBe('/dashboard?task=31');
    expect(task.closest('[role=status]')?.textContent).toBe(
      'Imports contradicted what you did in the portal: Task 31 (stays as you left it), ' +
        'Task 32 (has the value of the file now).',
    );
  });

  it('HOME-49 shows users who manage their own week only if they have tasks', async () => {
    as('lead', 'data-upload');
    stub.on('GET /api/v1/tasks/review-queue', () => queue([]));
    serveTasks(userTasks([userTask(11)]));
    openAt('/dashboard');
    expect(await region('Your week')).toBeTruthy();
    expect(screen.queryByText('You have no tasks of your own in this project.')).toBeNull();
  });
});

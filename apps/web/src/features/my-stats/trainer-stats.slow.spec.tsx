import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../lib/paths';
import { giveChartsSize } from '../../testing/chart-size';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer, type Call } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { userTask, userTasks } from '../../testing/user-tasks';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);
const EMAIL = 'tess@example.com';
const ROUTE = `/api/v1/tasks/by-user/${encodeURIComponent(EMAIL)}` as const;
const serve = (respond: (call: Call) => ReturnType<typeof userTasks>) =>
  stub.on(`GET ${ROUTE}`, (call) => ({ json: respond(call) }));
const table = () => screen.findByRole('table', { name: 'Tasks' });
const figure = async (title: string) =>
  (await screen.findByRole('region', { name: title })).textContent;

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(1, 'Atlas')]);
  signInAs(grant(1, 'pod-info-public-view'));
});

describe('trainer stats', () => {
  it('NUM-4 NUM-9 the figures open their tasks, in the period and in all projects, but not of a part', async () => {
    const tasks = [userTask(7, { duration_minutes: 30 }), userTask(8, { duration_minutes: null })];
    serve(() => ({ ...userTasks(tasks), rework_total: 4 }));
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 2, page: 1, size: 20 },
    }));
    openAt(`${paths.trainerStats(EMAIL)}?start=2026-03-02&end=2026-03-09&daily=table`);
    const calls = () => stub.callsOf('GET /api/v1/tasks/by-number');
    const asked = async (name: string) => {
      const before = calls().length;
      await userEvent.click(await screen.findByRole('button', { name }));
      await screen.findByRole('dialog');
      await waitFor(() => expect(calls()).toHaveLength(before + 1));
      const { searchParams } = new URL(calls().at(-1)?.url ?? '', 'http://portal');
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return Object.fromEntries(searchParams);
    };
    const user = { project_id: '0', stamp_project_id: '1', user_email: EMAIL };
    const period = {
      start_datetime: '2026-03-02T08:00:00.000Z',
      end_datetime: '2026-03-10T07:00:00.000Z',
    };
    const done = await asked('Show tasks: Completed tasks, 2');
    expect(done).toMatchObject({ number: 'done_of_user', ...user, ...period });
    const timed = await asked('Show tasks: Average duration, 30 min, 1');
    expect(timed).toMatchObject({ number: 'with_duration_of_user', ...user, ...period });
    const rework = await asked('Show tasks: In rework, 4');
    expect(rework).toMatchObject({ number: 'rework_of_user', ...user });
    expect(rework).not.toHaveProperty('start_datetime');
    serve(() => ({ ...userTasks(tasks, { total: 3000 }), rework_total: 4 }));
    await press('All Time');
    await screen.findByRole('button', { name: 'Show tasks: In rework, 4' });
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /Show tasks: Completed tasks/ })).toBeNull(),
    );
  });

  it('TRAIN-1 shows who it is, and figures and tasks of the period in the URL', async () => {
    serve(() =>
      userTasks([
        userTask(7, { duration_minutes: 30, colab_link: 'https://colab.example.com/7' }),
        userTask(8, { status: 'in_progress', completed_at: null, task_link: null }),
      ]),
    );
    const tab = openAt(`${paths.trainerStats(EMAIL)}?start=2026-03-02&end=2026-03-09`);
    await screen.findByRole('heading', { name: 'Tess Trainer' });
    expect(screen.getByText(EMAIL)).toBeTruthy();
    expect(screen.getByText('Kestrel')).toBeTruthy();
    expect(await figure('Completed tasks')).toBe('Completed tasks1of 2 tasks in the period');
    expect(await figure('Average duration')).toContain('30 min');
    const headers = within(await table()).getAllByRole('columnheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'Task ID',
      'Colab',
      'Turns',
      'Duration (min)',
      'Status',
      'Completed At',
      'Reviews',
      'Score',
    ]);
    const tool = (id: number) =>
      screen.queryByRole('link', { name: `Task ${id} in the labeling tool` });
    expect(tool(7)?.getAttribute('href')).toBe('https://labeling.example.com/7');
    expect(tool(8)).toBeNull();
    const [call] = stub.callsOf(`GET ${ROUTE}`);
    expect(call?.url).toContain('start_datetime=2026-03-02T08%3A00%3A00.000Z');
    expect(call?.url).toContain('end_datetime=2026-03-10T07%3A00%3A00.000Z');
    await press('All Time');
    await waitFor(() => expect(tab.url()).toContain('range=all'));
    await waitFor(() => expect(stub.callsOf(`GET ${ROUTE}`).at(-1)?.url).not.toContain('start'));
  });

  it('TRAIN-4 shows the numbers of the days as a table, in the URL', async () => {
    giveChartsSize();
    const completed_at = '2026-03-03T20:00:00Z';
    serve(() =>
      userTasks([
        userTask(1, { completed_at, number_of_turns: 4 }),
        userTask(2, { completed_at, number_of_turns: 5 }),
      ]),
    );
    const tab = openAt(`${paths.trainerStats(EMAIL)}?start=2026-03-02&end=2026-03-04&metric=turns`);
    const card = within(await screen.findByRole('region', { name: 'Work per day' }));
    const chart = await card.findByRole('slider', { name: 'Turns per day, by day' });
    expect(chart.getAttribute('aria-valuemax')).toBe('3');
    await userEvent.click(card.getByRole('button', { name: 'Table' }));
    const rows = within(await card.findByRole('table', { name: 'Turns per day' }));
    expect(rows.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DayTurns',
      'Mar 02, 20260',
      'Mar 03, 20269',
      'Mar 04, 20260',
    ]);
    expect(tab.url()).toContain('daily=table');
  });

  it('TRAIN-5 sorts all tasks of the period; the order is in the URL', async () => {
    serve((call) =>
      call.url.includes('page=2')
        ? userTasks([userTask(3, { number_of_turns: 1 })], { total: 101, page: 2 })
        : userTasks([userTask(1), userTask(2, { number_of_turns: 9 })], { total: 101 }),
    );
    const tab = openAt(paths.trainerStats(EMAIL));
    await userEvent.click(within(await table()).getByRole('button', { name: 'Turns' }));
    const [first] = within(await table()).getAllByRole('link');
    expect(first?.textContent).toBe('3');
    expect(tab.url()).toContain('sort_by=number_of_turns&sort_order=asc');
  });

  it('TRAIN-5 TRAIN-6 WORK-15 searches the tasks of the period, also for the CSV; the figures stay', async () => {
    serve(({ url }) =>
      url.includes('search=atlas')
        ? userTasks([userTask(2)], { total: 1 })
        : url.includes('search=')
          ? userTasks([])
          : userTasks([userTask(1), userTask(2)], { total: 2 }),
    );
    const tab = openAt(paths.trainerStats(EMAIL));
    const field = await screen.findByRole('searchbox', { name: 'Search these tasks' });
    await userEvent.type(field, 'atlas');
    await screen.findByText('1 task found');
    expect(within(await table()).queryByRole('link', { name: '1' })).toBeNull();
    expect(within(await table()).getByRole('link', { name: '2' })).toBeTruthy();
    expect(await figure('Completed tasks')).toContain('2');
    expect(tab.url()).toContain('search=atlas');
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(stub.calls.at(-1)?.url).toContain('search=atlas');
    await userEvent.clear(field);
    expect(await screen.findByText('2 tasks')).toBeTruthy();
  });

  it('TRAIN-5 says that a search finds nothing', async () => {
    serve(({ url }) => (url.includes('search=') ? userTasks([]) : userTasks([userTask(1)])));
    openAt(`${paths.trainerStats(EMAIL)}?search=none`);
    await screen.findByText('None of these tasks has this id, person, batch or model.');
    expect(screen.getByText('0 tasks found')).toBeTruthy();
    expect(await figure('Completed tasks')).toContain('1');
  });

  it('TRAIN-7 lists the tasks that came back, whatever the period', async () => {
    serve((call) =>
      call.url.includes('status=rework')
        ? userTasks([userTask(99, { status: 'rework' })], { rework_total: 1 })
        : userTasks([], { rework_total: 1 }),
    );
    openAt(paths.trainerStats(EMAIL));
    const rework = await screen.findByRole('table', { name: 'Rework that came back' });
    expect(within(rework).getByRole('link', { name: '99' })).toBeTruthy();
    expect(screen.getByText('No tasks in this period. Try another one.')).toBeTruthy();
    const [call] = stub.calls.filter(({ url }) => url.includes('status=rework'));
    expect(call?.url).not.toContain('start_datetime');
  });

  it('TRAIN-25 searches the tasks that came back', async () => {
    const all = Array.from({ length: 6 }, (_, n) => userTask(90 + n, { status: 'rework' }));
    serve(({ url }) => {
      if (!url.includes('status=rework')) return userTasks([], { rework_total: 6 });
      const tasks = url.includes('search=') ? all.slice(0, 1) : all;
      return userTasks(tasks, { rework_total: 6 });
    });
    const tab = openAt(paths.trainerStats(EMAIL));
    const rework = { name: 'Rework that came back' };
    await screen.findByRole('table', rework);
    const field = screen.getByRole('searchbox', { name: 'Search the rework' });
    await userEvent.type(field, 'spring');
    await screen.findByText('1 task found, last review first, in any period');
    expect(within(screen.getByRole('table', rework)).getAllByRole('row')).toHaveLength(2);
    // On a busy machine the first letters are searched for themselves.
    await waitFor(() => expect(tab.url()).toContain('rework_search=spring'));
    await userEvent.clear(field);
    await screen.findByText('6 tasks, last review first, in any period');
  });

  it('TRAIN-22 shows who sent a task back, and the first words', async () => {
    const last_review = {
      ...{ turing_review_id: 1, reviewer_email: 'rex@example.com', reviewer_name: 'Rex' },
      ...{ status: 'rejected', score: 2.5, feedback: 'Say\nwhy.', submitted_at: null },
      ...{ feedback_id: null, reasons: [], is_unread: false },
    };
    const sent = userTask(99, { status: 'rework', review_count: 3, last_review });
    serve(() => userTasks([sent], { rework_total: 1 }));
    openAt(paths.trainerStats(EMAIL));
    const rework = await screen.findByRole('table', { name: 'Rework that came back' });
    expect(within(rework).getByText('Rex · Rejected · 2.5 · Say why.')).toBeTruthy();
    const row = within(await table()).getAllByRole('row')[1];
    expect(row?.textContent).toMatch(/32\.5$/);
  });

  it('TRAIN-8 loads again when the revision of the selected project grows', async () => {
    let tasks = [userTask(1)];
    serve(() => userTasks(tasks));
    openAt(paths.trainerStats(EMAIL));
    await screen.findByRole('button', { name: 'Connection: Live' });
    await table();
    tasks = [userTask(1), userTask(2)];
    act(() => live.emitAnything('dashboard-changed', dashboardState(1, 2)));
    expect(await screen.findByRole('link', { name: '2' })).toBeTruthy();
  });

  it('TRAIN-21 loads each page once, also when the live connection opens later', async () => {
    const pages = () =>
      stub.callsOf(`GET ${ROUTE}`).filter(({ url }) => !url.includes('status=rework'));
    serve(() => userTasks([userTask(1), userTask(2)], { revision: 10 }));
    live.subscribeAck = ({ project_id }) => ({
      ok: true,
      epoch: '',
      revision: 10,
      state: roomState(project_id, 10),
    });
    openAt(paths.trainerStats(EMAIL));
    await table();
    await screen.findByText('Updates live');
    expect(pages().map(({ url }) => url)).toEqual([expect.stringContaining('stamp_project_id=1')]);
    // A newer state is still fetched for.
    act(() => live.emitAnything('dashboard-changed', dashboardState(1, 11)));
    await waitFor(() => expect(pages()).toHaveLength(2));
  });

  it('TRAIN-9 users see themselves without a permission, and nobody else', async () => {
    signInAs(grant(1));
    const own = `/api/v1/tasks/by-user/${encodeURIComponent('zoe@example.com')}` as const;
    stub.on(`GET ${own}`, () => ({ json: userTasks([userTask(1)]) }));
    openAt(paths.trainerStats('zoe@example.com'));
    await table();
  });

  it('TRAIN-9 sends users without the permission home', async () => {
    signInAs(grant(1));
    const tab = openAt(paths.trainerStats(EMAIL));
    await screen.findByText('You do not have permission to open that page in Atlas');
    expect(tab.url()).toBe('/');
  });

  it('TRAIN-10 says that there is no such user', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    openAt(paths.trainerStats(EMAIL));
    expect(await screen.findByRole('heading', { name: 'No such user' })).toBeTruthy();
    expect(document.title).toBe('No such user · Turing Portal');
  });

  it('TRAIN-10 a failed load gives the reason and offers to try again', async () => {
    stub.on(`GET ${ROUTE}`, () => refusal('internal', 500, 'Broken'));
    openAt(paths.trainerStats(EMAIL));
    expect(await screen.findByText('Broken')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: EMAIL })).toBeTruthy();
    serve(() => userTasks([userTask(1)]));
    await press('Try Again');
    await table();
  });
});

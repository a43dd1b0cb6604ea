import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Overview } from '@portal/contracts/dashboard';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useLiveStore } from '../../live/live-store';
import { roomKey } from '../../live/rooms';
import { useProjectStore } from '../../lib/project-store';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { grant, project, signInAs } from '../../testing/users';
import { serveShell } from '../../testing/portal-stub';
import { heldState, openAt } from '../../testing/render';
import { refusal, stubServer, type Reply } from '../../testing/stub-server';
import { batch, overview, stats } from '../../testing/dashboard';

const ROUTE = 'GET /api/v1/projects/1/overview';
const PAGE = '/projects/1/dashboard';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

/** Three batches with thirty tasks, restricted to batch_ids. */
function answer(url: string, revision = 1): { json: Overview } {
  const ids = new URL(url, 'http://portal').searchParams.getAll('batch_ids').map(Number);
  const batches = [batch(3), batch(2), batch(1)].filter(
    (one) => ids.length === 0 || ids.includes(one.turing_batch_id),
  );
  return {
    json: overview({
      revision,
      batches,
      dashboard_stats: stats({
        total_tasks: batches.length * 10,
        total_batches: batches.length,
        completed_tasks: batches.length * 5,
        by_status: { completed: batches.length * 5, pending: batches.length * 5 },
        completion_rate: 50,
      }),
    }),
  };
}

const figure = (name: string) => within(screen.getByRole('region', { name }));
/** The figures, and below them the list, which loads last. */
const loaded = () => screen.findByRole('region', { name: 'Project Batches' });
const queries = () =>
  stub.callsOf(ROUTE).map(({ url }) => new URL(url, 'http://portal').search.slice(1));
const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** A response that waits until it is released. */
function pausedResponse() {
  let release: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => {
    release = resolve;
  });
  return { reply, release };
}

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(0), project(1, 'Atlas'), project(2, 'Borealis')]);
  stub.on(ROUTE, ({ url }) => answer(url));
  stub.on('GET /api/v1/projects/2/overview', ({ url }) => answer(url));
  signInAs(grant(0, 'full-access'));
});

describe('project and states', () => {
  it.each([
    ['Import a file of them, and this page fills by itself.', 'data-upload'],
    ['Its administrators import them, and this page then fills by itself.', 'user-view'],
  ])('BOARD-88 says of a project without tasks what fills it: %s', async (next, permission) => {
    signInAs(grant(1, 'admin-view', permission));
    stub.on(ROUTE, () => ({ json: overview({ batches: [], dashboard_stats: stats({}) }) }));
    openAt(PAGE);
    expect(await screen.findByText(`This project has no tasks yet. ${next}`)).toBeTruthy();
    const links = screen.queryAllByRole('link', { name: 'Import tasks' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      permission === 'data-upload' ? ['/admin/tasks'] : [],
    );
  });

  it('BOARD-1 selects the project in the URL and shows its name', async () => {
    useProjectStore.getState().select(2);
    openAt(PAGE);
    await loaded();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('heading', { level: 1, name: 'Project Dashboard' })).toBeTruthy();
    expect(await main.findByText('Atlas', { selector: 'p span' })).toBeTruthy();
    expect(useProjectStore.getState().selectedId).toBe(1);
  });

  it('KIOSK-70 on a wall says what its numbers are of, in place of filters and buttons', async () => {
    const tab = openAt(`${PAGE}?start_date=2026-03-02&end_date=2026-03-08&batch_ids=1&batch_ids=2`);
    await loaded();
    await userEvent.click(button('Wall mode'));
    await screen.findByText('Atlas · Mar 2 – 8, 2026, 2 batches, Los Angeles time');
    expect(tab.url()).toContain('kiosk=1');
    expect(screen.queryByText('Date range')).toBeNull();
    for (const name of ['Refresh', 'Wall mode']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('Date range')).toBeTruthy();
    expect(button('Wall mode')).toBeTruthy();
  });

  it('BOARD-2 prompts for a project without one', async () => {
    serveShell(stub, []);
    openAt('/projects/none/dashboard');
    await screen.findByText('Please select a project from the sidebar to view its dashboard.', {});
    expect(button('Refresh').hasAttribute('disabled')).toBe(true);
  });

  it('BOARD-3 shows that the first load can take a moment', async () => {
    const { reply, release } = pausedResponse();
    stub.on(ROUTE, () => reply);
    openAt(PAGE);
    expect(await screen.findByText('Loading dashboard data...')).toBeTruthy();
    expect(screen.getByText('This may take a few moments for large projects')).toBeTruthy();
    release(answer(PAGE));
    await loaded();
    expect(screen.queryByText('Loading dashboard data...')).toBeNull();
  });

  it('BOARD-4 without an overview offers to try again', async () => {
    stub.on(ROUTE, () => ({ status: 502, text: 'Bad gateway' }));
    openAt(PAGE);
    await screen.findByText('No Dashboard Data');
    expect(screen.getByText('Failed to load dashboard data')).toBeTruthy();
    expect(screen.getByText("We couldn't load the dashboard data for this project.")).toBeTruthy();
    stub.on(ROUTE, ({ url }) => answer(url));
    await userEvent.click(button('Try Again'));
    await loaded();
    expect(screen.queryByText('No Dashboard Data')).toBeNull();
  });

  it('BOARD-5 keeps the last overview if a later load fails, and shows the error until it is dismissed', async () => {
    openAt(PAGE);
    await loaded();
    stub.on(ROUTE, () => refusal('internal', 500, 'The statistics rest'));
    await userEvent.click(button('Refresh'));
    const alert = await screen.findByText('The statistics rest');
    expect(alert).toBeTruthy();
    expect(figure('Total Tasks').getByText('30')).toBeTruthy();
    await userEvent.click(button('Close'));
    await waitFor(() => expect(screen.queryByText('The statistics rest')).toBeNull());
    expect(figure('Total Tasks').getByText('30')).toBeTruthy();
  });

  it('BOARD-6 removes data that the user may no longer see', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    openAt(PAGE);
    await loaded();
    stub.on(ROUTE, () => refusal('not-found', 404, 'No such project'));
    await userEvent.click(button('Refresh'));
    await screen.findByText('No Dashboard Data');
    expect(screen.getByText('Resource not found')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Total Tasks' })).toBeNull();
  });

  it('BOARD-7 Refresh fetches again', async () => {
    openAt(PAGE);
    await loaded();
    const before = stub.callsOf(ROUTE).length;
    await userEvent.click(button('Refresh'));
    await waitFor(() => expect(stub.callsOf(ROUTE).length).toBe(before + 1));
  });

  it('BOARD-8 selecting another project opens its dashboard without any filters', async () => {
    const { url } = openAt(`${PAGE}?batch_ids=2&start_date=2026-01-01&status_view=bar`);
    await loaded();
    act(() => void useProjectStore.getState().select(2));
    await waitFor(() => expect(url()).toBe('/projects/2/dashboard'));
    await loaded();
    expect(stub.callsOf('GET /api/v1/projects/2/overview').at(-1)?.url).toBe(
      '/api/v1/projects/2/overview?activity_days=30&days=30',
    );
  });

  it('BOARD-16 shows six figures', async () => {
    openAt(PAGE);
    await loaded();
    expect(figure('Total Tasks').getByText('All tasks')).toBeTruthy();
    expect(figure('Completion Rate').getByText('50.0%')).toBeTruthy();
    expect(figure('Completion Rate').getByText('15 of 30 tasks completed')).toBeTruthy();
    expect(figure('Review Rate').getByText('0 of 15 completed tasks')).toBeTruthy();
    expect(figure('Rework Rate').getByText('0 of 15 completed tasks')).toBeTruthy();
    expect(figure('Total Reviews').getByText('No reviews')).toBeTruthy();
    expect(figure('Total Batches').getByText('3')).toBeTruthy();
  });
});

describe('filters', () => {
  it('BOARD-27 filters are in the URL, and the back button undoes them', async () => {
    const { url, goBack } = openAt(PAGE);
    await loaded();
    await userEvent.click(button('Filter by Batch 2'));
    expect(url()).toBe(`${PAGE}?batch_ids=2`);
    await screen.findByText('Filtered: 1 batches');
    await userEvent.click(
      within(screen.getByRole('group', { name: 'Status view' })).getByRole('button', {
        name: 'Table',
      }),
    );
    expect(url()).toBe(`${PAGE}?batch_ids=2&status_view=table`);
    await goBack();
    expect(url()).toBe(`${PAGE}?batch_ids=2`);
    await goBack();
    expect(await screen.findByText('All tasks')).toBeTruthy();
  });

  it('BOARD-27 a shared URL loads its filters, and all batches', async () => {
    openAt(`${PAGE}?batch_ids=3&batch_ids=1&start_date=2026-01-05&end_date=2026-02-03`);
    await loaded();
    expect(queries().toSorted()).toEqual([
      'activity_days=30&days=30',
      'batch_ids=1&batch_ids=3&start_date=2026-01-05&end_date=2026-02-03',
    ]);
    expect(screen.getByText('2 of 3 batches selected')).toBeTruthy();
    expect(screen.getByText('2 of 3 selected')).toBeTruthy();
    expect(screen.getByText('Filtered: 2 batches, date filtered')).toBeTruthy();
    expect(screen.getByText('Active filter: Jan 05, 2026 - Feb 03, 2026')).toBeTruthy();
    expect(screen.getByText('Filters active')).toBeTruthy();
  });

  it('BOARD-27 Clear All removes every filter and keeps the view', async () => {
    const { url } = openAt(
      `${PAGE}?batch_ids=3&start_date=2026-01-05&activity_days=90&status_view=bar`,
    );
    await loaded();
    await userEvent.click(button('Clear All'));
    expect(url()).toBe(`${PAGE}?status_view=bar`);
  });

  it('BOARD-23 without filters the page needs one request', async () => {
    openAt(PAGE);
    await loaded();
    expect(queries()).toEqual(['activity_days=30&days=30']);
  });

  it('BOARD-19 keeps the last overview, with its own filters, until the next one is loaded', async () => {
    openAt(PAGE);
    await loaded();
    const { reply, release } = pausedResponse();
    stub.on(ROUTE, () => reply);
    await userEvent.click(button('Filter by Batch 2'));
    expect(await screen.findByRole('progressbar', { name: 'Refreshing' })).toBeTruthy();
    expect(figure('Total Tasks').getByText('30')).toBeTruthy();
    expect(figure('Total Tasks').getByText('All tasks')).toBeTruthy();
    expect(screen.getByText('Still showing all time, all batches')).toBeTruthy();
    release(answer('/?batch_ids=2'));
    await waitFor(() => expect(figure('Total Tasks').getByText('10')).toBeTruthy());
    expect(figure('Total Tasks').getByText('Filtered: 1 batches')).toBeTruthy();
    expect(screen.queryByText(/Still showing/)).toBeNull();
  });
});

describe('live', () => {
  const push = (revision: number, tasks: number) =>
    live.emitAnything('dashboard-changed', dashboardState(1, revision, tasks));
  const isLive = () => screen.findByText('Updates live');

  it('BOARD-18 shows pushed totals immediately and fetches their overview', async () => {
    openAt(PAGE);
    await loaded();
    await isLive();
    const { reply, release } = pausedResponse();
    stub.on(ROUTE, () => reply);
    push(7, 4321);
    await waitFor(() => expect(figure('Total Tasks').getByText('4,321')).toBeTruthy());
    const { json } = answer(PAGE, 7);
    release({ json: { ...json, dashboard_stats: stats({ total_tasks: 4322, total_batches: 3 }) } });
    await waitFor(() => expect(figure('Total Tasks').getByText('4,322')).toBeTruthy());
    expect(queries()).toEqual(['activity_days=30&days=30', 'activity_days=30&days=30']);
  });

  it('BOARD-18 a state that is not newer changes nothing', async () => {
    stub.on(ROUTE, ({ url }) => answer(url, 9));
    openAt(PAGE);
    await loaded();
    await isLive();
    push(8, 1);
    push(9, 2);
    live.emitAnything('dashboard-changed', dashboardState(2, 50, 3));
    await waitFor(() => expect(heldState('dashboard-changed', 2)).toBeTruthy());
    expect(figure('Total Tasks').getByText('30')).toBeTruthy();
    expect(queries()).toHaveLength(1);
  });

  it('BOARD-18 a burst of states causes few fetches, and the last state is shown', async () => {
    let revision = 1;
    stub.on(ROUTE, ({ url }) => answer(url, revision));
    openAt(PAGE);
    await loaded();
    await isLive();
    for (let step = 0; step < 40; step += 1) {
      revision += 1;
      push(revision, 30);
    }
    await waitFor(() =>
      expect(heldState('dashboard-changed', 1)).toMatchObject({
        revision: 41,
      }),
    );
    await waitFor(() => expect(queries().length).toBeGreaterThan(1));
    expect(queries().length).toBeLessThanOrEqual(4);
  });

  it('BOARD-18 a state costs one request beside filters: all batches are loaded again later', async () => {
    let revision = 1;
    stub.on(ROUTE, ({ url }) => answer(url, revision));
    openAt(`${PAGE}?batch_ids=2`);
    await loaded();
    await isLive();
    const filtered = () => queries().filter((query) => query.includes('batch_ids=2')).length;
    for (revision = 2; revision <= 4; revision += 1) {
      push(revision, 30);
      await waitFor(() => expect(filtered()).toBe(revision));
    }
    expect(queries().length - filtered()).toBe(2);
  });

  it('BOARD-9 shows when there are no live updates', async () => {
    openAt(PAGE);
    await loaded();
    await isLive();
    act(() => useLiveStore.getState().lost(Date.now()));
    expect(await screen.findByText(/^Reconnecting · as of /)).toBeTruthy();
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 95_000);
    expect((await screen.findByText('Stale')).parentElement?.textContent).toContain('1 min');
    clock.mockRestore();
    act(() => {
      useLiveStore.getState().connected(Date.now());
      useLiveStore.getState().answered(roomKey({ project_id: 1 }), { ok: true }, Date.now());
    });
    await isLive();
  });

  it('WEB-44 says that the server refused its room, and polls', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    live.subscribeAck = () => ({ ok: false, code: 'forbidden', detail: 'Not for you' });
    openAt(PAGE);
    await loaded();
    await screen.findByText(/^Live updates refused, polling · as of /);
    expect(screen.queryByText('Updates live')).toBeNull();
    expect(screen.getByRole('button', { name: 'Connection: Every 30 s' })).toBeTruthy();
  });
});

describe('the tasks of a number', () => {
  const TASKS = 'GET /api/v1/tasks/by-number';
  const lastQuery = () =>
    Object.fromEntries(
      new URL(stub.callsOf(TASKS).at(-1)?.url ?? '', 'http://portal').searchParams,
    );

  beforeEach(() => {
    const none = { epoch: '', revision: 1, items: [], total: 0, page: 1, size: 20 };
    stub.on(TASKS, () => ({ json: none }));
  });

  it('NUM-4 are those of the number, with the filters of the page', async () => {
    openAt(`${PAGE}?start_date=2026-01-05`);
    await loaded();
    for (const [name, asked] of [
      ['Show tasks: Completion Rate, 50.0%, 15', { number: 'done' }],
      [/^Show tasks: Completed, Batch 1, /, { status: 'completed', batch_ids: '1' }],
    ] as const) {
      await userEvent.click(await screen.findByRole('button', { name }));
      const dialog = within(await screen.findByRole('dialog'));
      await expect.poll(lastQuery).toMatchObject({ start_date: '2026-01-05', ...asked });
      // NUM-11: what the title does not say.
      await dialog.findByText(/^0 tasks, largest id first · days from Jan 05, 2026$/);
      await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('UI-193 a link to them and to the panel of a task shows the panel above them', async () => {
    openAt(`${PAGE}?tasks=tasks&task=7`);
    await screen.findByRole('dialog', { name: 'Task 7' });
    const list = await screen.findByRole('dialog', { name: 'All Tasks', hidden: true });
    await waitFor(() =>
      expect(list.compareDocumentPosition(screen.getByRole('dialog', { name: 'Task 7' }))).toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      ),
    );
  });

  it('NUM-4 a status opens them from the legend, by pointer and by keyboard', async () => {
    const { url } = openAt(PAGE);
    const legend = await screen.findByRole('listbox', { name: /^Legend of Task status/ });
    act(() => legend.focus());
    await userEvent.keyboard('{Home}{Enter}');
    await screen.findByRole('dialog', { name: 'Pending' });
    expect(url()).toContain('tasks=tasks&tasks_status=pending');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(within(legend).getByRole('option', { name: /Completed/ }));
    expect(await screen.findByRole('dialog', { name: 'Completed' })).toBeTruthy();
  });

  it('NUM-11 can be searched, in the URL until the dialog closes; the count is of what was found', async () => {
    const { url } = openAt(`${PAGE}?tasks=done&tasks_page=2`);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('0 tasks, largest id first');
    const field = within(dialog).getByRole('searchbox', { name: 'Search these tasks' });
    await userEvent.type(field, 'atlas');
    await within(dialog).findByText('0 tasks found, largest id first');
    await expect.poll(lastQuery).toMatchObject({ number: 'done', search: 'atlas', page: '1' });
    expect(await within(dialog).findByText(/^None of these tasks/)).toBeTruthy();
    expect(url()).toContain('tasks_search=atlas');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(url()).not.toContain('tasks');
  });

  it('NUM-4 are not offered to users who may not see each task', async () => {
    signInAs(grant(1, 'trainer-feedback-add'));
    openAt(`${PAGE}?tasks=done`);
    await loaded();
    expect(screen.queryByRole('button', { name: /^Show tasks/ })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stub.callsOf(TASKS)).toHaveLength(0);
  });
});

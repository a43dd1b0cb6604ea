import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DEFAULT_REPORTING_TIME_ZONE as ZONE } from '@portal/contracts/constants';
import { dayOf, daysOf, instantsOf } from '@portal/domain/periods';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useProfileDialog } from '../../features/profile/dialog-store';
import { giveChartsSize } from '../../testing/chart-size';
import { heldReply, placeholders } from '../../testing/held-reply';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { refusal, stubServer, type Call } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { podStats, workOn } from '../../testing/work';

const ROUTE = 'GET /api/v1/tasks/pod-stats';
const PAGE = '/analytics-home';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const today = dayOf(new Date(), ZONE);
const queryOf = ({ url }: Call) => new URL(url, 'http://portal').searchParams;
const instants = (period: Parameters<typeof daysOf>[0]) => {
  const { start, end } = instantsOf(daysOf(period, today), ZONE);
  return { start_datetime: start.toISOString(), end_datetime: end.toISOString() };
};
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const button = (name: string) => screen.findByRole('button', { name });

/** Rows of the last 24 hours, and of every other period. */
function serve(lastDay: ReturnType<typeof podStats>, others: ReturnType<typeof podStats>) {
  stub.on(ROUTE, (call) => {
    const query = queryOf(call);
    const [start = '', end = ''] = [query.get('start_datetime'), query.get('end_datetime')].map(
      String,
    );
    return Date.parse(end) - Date.parse(start) === 86_400_000 ? lastDay : others;
  });
}

beforeEach(() => {
  useProfileDialog.getState().hide();
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(1, 'Atlas'), project(2, 'Borealis')]);
  serve(
    podStats([workOn(today, 'bob@example.com', 2)]),
    podStats([
      workOn(today, 'bob@example.com', 3),
      workOn(today, 'ada@example.com', 4, 40),
      workOn(daysOf('this_week', today).first, 'cyd@example.com', 5, 11),
    ]),
  );
  signInAs(grant(1, 'pod-info-public-view', 'pod-targets-manage'), grant(2));
});

describe('analytics home', () => {
  it('TEAM-5 greets the user with the permissions of the selected project, and opens the profile', async () => {
    openAt(PAGE);
    expect(await screen.findByRole('heading', { name: 'Welcome, Zoë Admin!' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Recent Activity' })).toBeTruthy();
    expect(
      await screen.findByText(
        'Permissions for current project: pod-info-public-view, pod-targets-manage',
      ),
    ).toBeTruthy();
    await userEvent.click(await button('Edit Your Profile'));
    expect(await screen.findByRole('dialog', { name: 'Edit Your Profile' })).toBeTruthy();
  });

  it('TEAM-5 lists no permission without a project', async () => {
    serveShell(stub, []);
    signInAs();
    openAt(PAGE);
    expect(await screen.findByText(/^Permissions for current project:\s*$/)).toBeTruthy();
    expect(stub.callsOf(ROUTE)).toEqual([]);
  });

  it('TEAM-15 has placeholders until the numbers are loaded, and no numbers', async () => {
    const { released, release } = heldReply();
    stub.on(ROUTE, async () => {
      await released;
      return podStats([workOn(today, 'bob@example.com', 3)]);
    });
    openAt(PAGE);
    const week = await screen.findByRole('region', { name: 'This Week' });
    const trends = await screen.findByRole('region', { name: 'Task Completion Trends' });
    const total = () => within(week).getByText('Total Tasks').closest('div')?.textContent;
    expect(total()).toBe('Total Tasks');
    expect(placeholders(week)).toBeGreaterThan(0);
    expect(placeholders(trends)).toBeGreaterThan(0);
    expect(screen.queryByText('No member completed a task in this period')).toBeNull();
    release();
    await waitFor(() => expect(total()).toBe('Total Tasks3'));
    await waitFor(() => expect(placeholders(week) + placeholders(trends)).toBe(0));
  });

  it('TEAM-3 TEAM-8 has a row for each of 40 members, and a chart without a legend', async () => {
    giveChartsSize();
    const member = (index: number) => `m${String(index).padStart(2, '0')}@example.com`;
    const rows = Array.from({ length: 40 }, (_, index) => workOn(today, member(index), index + 1));
    serve(podStats([]), podStats(rows));
    openAt(`${PAGE}?trends=bar`);
    const table = within(await screen.findByRole('table', { name: 'Members, This Week' }));
    const links = table.getAllByRole('link');
    expect(links).toHaveLength(40);
    expect(links[0]?.getAttribute('href')).toContain('m39%40example.com');
    const week = await region('This Week');
    // 1 + 2 + … + 40.
    expect(week.getByText('Total Tasks').closest('div')?.textContent).toBe('Total Tasks820');
    const trends = await region('Task Completion Trends');
    await trends.findByRole('slider');
    expect(trends.queryByRole('list', { name: 'Legend' })).toBeNull();
    await userEvent.click(trends.getByRole('button', { name: 'Table' }));
    expect(await trends.findAllByRole('rowheader')).toHaveLength(40);
  });

  it('TEAM-77 has the total of each day and a row for each of 43 members, sorted and by pod', async () => {
    giveChartsSize();
    const name = (index: number) => `m${String(index).padStart(2, '0')}@example.com`;
    const rows = Array.from({ length: 43 }, (_, index) => {
      const row = workOn(today, name(index), index + 1);
      const pods = index < 3 ? ['Orion'] : ['Lyra'];
      return { ...row, user: { name: row.email, picture: null, timezone: null, pods } };
    });
    serve(podStats([]), podStats(rows));
    const { url } = openAt(PAGE);
    const trends = await region('Task Completion Trends');
    expect(await trends.findByRole('heading', { name: '43 members' })).toBeTruthy();
    expect(await trends.findByRole('slider', { name: /^Tasks per day, / })).toBeTruthy();
    const members = () => trends.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(members()).toHaveLength(43);
    expect(members()[0]).toContain('m42@');
    await userEvent.click(trends.getByRole('button', { name: 'Total' }));
    expect(members()[0]).toContain('m00@');
    await userEvent.click(trends.getByRole('button', { name: 'Member' }));
    expect(url()).toBe(`${PAGE}?project=1&sort=name_asc`);
    await userEvent.click(screen.getByRole('combobox', { name: 'Pod' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Orion' }));
    expect(members()).toHaveLength(3);
    const week = await region('This Week');
    expect(week.getByText('Total Tasks').closest('div')?.textContent).toBe('Total Tasks6');
    expect(url()).toContain('pod=Orion');
  });

  it('TEAM-6 TEAM-8 has totals and members of both periods, requested in parallel', async () => {
    let waiting = 0;
    let release = () => {};
    const both = new Promise<void>((resolve) => (release = resolve));
    stub.on(ROUTE, async (call) => {
      waiting += 1;
      if (waiting === 2) release();
      await both;
      const rows = queryOf(call).get('end_datetime') === instants('this_week').end_datetime;
      return podStats(
        rows ? [workOn(today, 'bob@example.com', 3), workOn(today, 'ada@example.com', 4, 40)] : [],
      );
    });
    openAt(PAGE);
    const week = await region('This Week');
    expect(await week.findByText('Ada')).toBeTruthy();
    expect(week.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'MemberTasksTurns',
      'Adaada@example.com440',
      'Bobbob@example.com315',
    ]);
    expect(week.getByText('Total Tasks').closest('div')?.textContent).toBe('Total Tasks7');
    expect(week.getByText('Total Turns').closest('div')?.textContent).toBe('Total Turns55');
    const lastDay = await region('Last 24 Hours');
    expect(lastDay.getByText('No member completed a task in this period')).toBeTruthy();
    const query = stub
      .callsOf(ROUTE)
      .map(queryOf)
      .find((one) => one.get('start_datetime') === instants('this_week').start_datetime);
    expect(Object.fromEntries(query ?? [])).toEqual({ ...instants('this_week'), project_id: '1' });
    expect(screen.getByText(/are in Los Angeles time/)).toBeTruthy();
  });

  it('TEAM-6 TEAM-7 period, metric and view are in the URL', async () => {
    const { url, goBack } = openAt(`${PAGE}?trends=bar`);
    const trends = await region('Task Completion Trends');
    expect((await trends.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Cyd',
      'Ada',
      'Bob',
    ]);
    await userEvent.click(trends.getByRole('button', { name: 'Table' }));
    const rows = () =>
      trends
        .getAllByRole('row')
        .slice(1)
        .map(({ children }) =>
          [children[0], children[children.length - 1]].map((cell) => cell?.textContent),
        );
    expect(rows()).toEqual([
      ['Cyd', '5'],
      ['Ada', '4'],
      ['Bob', '3'],
    ]);
    await userEvent.click(await button('Turns'));
    expect(rows()).toEqual([
      ['Cyd', '11'],
      ['Ada', '40'],
      ['Bob', '15'],
    ]);
    expect(await button('This Month')).toBeTruthy();
    await userEvent.click(await button('Last Month'));
    expect(url()).toBe(`${PAGE}?project=1&trends=table&metric=turns&period=last_month`);
    expect(await region('Last Month')).toBeTruthy();
    expect(queryOf(stub.callsOf(ROUTE).at(-1) as Call).get('start_datetime')).toBe(
      instants('last_month').start_datetime,
    );
    await goBack();
    expect(await region('This Week')).toBeTruthy();
  });

  it('TEAM-6 a link with fixed dates opens these days; impossible ones are ignored', async () => {
    openAt(`${PAGE}?from=2026-01-05&to=2026-01-06`);
    const card = await region('Selected Period');
    expect(card.getByText('Jan 5 – 6, 2026')).toBeTruthy();
    await waitFor(() =>
      expect(stub.callsOf(ROUTE).map((call) => queryOf(call).get('start_datetime'))).toContain(
        '2026-01-05T08:00:00.000Z',
      ),
    );
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(await button('Copy link'));
    expect(copied.mock.calls[0]?.[0]).toContain('from=2026-01-05&to=2026-01-06');
    await userEvent.click(await button('This Week'));
    expect(await region('This Week')).toBeTruthy();
  });

  it('TEAM-9 a member opens with the period, in place of this page', async () => {
    const { url } = openAt(PAGE);
    const week = await region('This Week');
    const { first, last } = daysOf('this_week', today);
    const to = `/trainer-stats/ada%40example.com?start=${first}&end=${last}`;
    expect((await week.findByRole('link', { name: 'Ada' })).getAttribute('href')).toBe(to);
    expect(url()).toBe(`${PAGE}?project=1`);
  });

  it('TEAM-9 is no link without the permission, except the own row', async () => {
    signInAs(grant(1));
    const own = podStats([
      workOn(today, 'ada@example.com', 9),
      workOn(today, 'zoe@example.com', 4),
    ]);
    serve(own, own);
    openAt(PAGE);
    const week = await region('This Week');
    expect(await week.findByText('Ada')).toBeTruthy();
    const [link, ...others] = week.getAllByRole('link');
    expect(link?.getAttribute('href')).toMatch(/^\/trainer-stats\/zoe%40example.com\?start=/);
    expect(others).toEqual([]);
  });

  it('TEAM-11 follows pushed revisions', async () => {
    openAt(PAGE);
    const week = await region('This Week');
    expect(await week.findByText('Ada')).toBeTruthy();
    const newer = podStats([workOn(today, 'ada@example.com', 9)], 2);
    serve(newer, newer);
    await screen.findByText('Updates live');
    live.emitAnything('dashboard-changed', dashboardState(1, 2));
    await waitFor(() =>
      expect(week.getByText('Total Tasks').closest('div')?.textContent).toBe('Total Tasks9'),
    );
  });

  it('TEAM-11 logs a failure and can load again', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    stub.on(ROUTE, () => refusal('internal', 500, 'Broken'));
    openAt(PAGE);
    expect(await screen.findByText('They could not be loaded')).toBeTruthy();
    expect(logged.mock.calls.flat().join()).toContain('statistics of the team');
    expect(screen.queryByText('Broken')).toBeNull();
    serve(podStats([]), podStats([workOn(today, 'ada@example.com', 9)]));
    await userEvent.click(await button('Try Again'));
    expect(await (await region('This Week')).findByText('Ada')).toBeTruthy();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { formatDay } from '../../lib/format';
import { giveChartsSize } from '../../testing/chart-size';
import { heldReply, placeholders } from '../../testing/held-reply';
import {
  homeStub,
  isRework,
  ownPods,
  region,
  TASKS,
  today,
  workOfToday,
} from '../../testing/home-stub';
import { dashboardState } from '../../testing/live-server';
import { openAt } from '../../testing/render';
import { grant, signInAs } from '../../testing/users';
import { podStats, podWeek, userTask, userTasks } from '../../testing/work';

const { stub, live, serveWeek, serveTasks } = homeStub();

describe('the own week', () => {
  it('HOME-5 shows a trainer the target, what is to do today and the level', async () => {
    openAt('/dashboard');
    const orion = await ownPods();
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
      return workOfToday();
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
    const day = table.getByRole('row', {
      name: new RegExp(`^${formatDay(today())}`),
    });
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
    const orion = await ownPods();
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
    expect(
      await (await ownPods()).findByText(/^No weekly target is set for this week/),
    ).toBeTruthy();
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

describe('live updates', () => {
  it('HOME-43 last week is not shown as this week once it is over', async () => {
    serveWeek(podWeek({}, { week_start: '2026-01-05', week_end: '2026-01-11' }));
    openAt('/dashboard');
    const orion = await ownPods();
    expect(await orion.findByText('The week of this pod could not be loaded.')).toBeTruthy();
    expect(orion.queryByText(/of 20 tasks|to go/)).toBeNull();
  });

  it('HOME-8 the numbers follow pushed states', async () => {
    openAt('/dashboard');
    await (await ownPods()).findByText(/of 20 tasks/);
    const week = await region('Your week');
    await week.findByText('Updates live');
    await waitFor(() =>
      expect(live.payloadsOf('subscribe')).toContainEqual({ project_id: 1, pod_name: 'Orion' }),
    );
    serveTasks(userTasks([userTask(21)], { revision: 2 }), userTasks([], { revision: 2 }));
    stub.on('GET /api/v1/tasks/pod-stats', () => workOfToday(7, 2));
    live.emitAnything('weekly-progress', podWeek({ tasks: 7 }, { revision: 2 }));
    live.emitAnything('dashboard-changed', dashboardState(1, 2));
    expect((await (await ownPods()).findByText(/of 20 tasks/)).textContent).toBe('7 of 20 tasks');
    expect(await screen.findByRole('link', { name: 'Task 21' })).toBeTruthy();
    await waitFor(() =>
      expect(week.getByText('Tasks completed').closest('div')?.textContent).toBe(
        'Tasks completed7',
      ),
    );
  });
});

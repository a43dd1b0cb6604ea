import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeliveryStats, ModelStats } from '@portal/contracts/dashboard';
import type { TasksByNumber } from '@portal/contracts/tasks-by-number';
import { beforeEach, describe, expect, it } from 'vitest';
import { batch } from '../../testing/dashboard';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { userTask } from '../../testing/work';

const FILTERED = '/delivery-stats?project=1&batch_ids=2&start_date=2026-01-05';
const STATS = 'GET /api/v1/projects/1/delivery-stats';
const TASKS = 'GET /api/v1/tasks/by-number';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const model: ModelStats = {
  target_model: 'apex-1',
  total_delivered: 45,
  ready_for_delivery: 2,
  reviewed_count: 3,
  rework_count: 0,
  by_status: { delivered: 45, completed: 2 },
  by_validation_status: { passed: 47 },
  aht_stats: {
    num_tasks: 0,
    avg_duration_minutes: null,
    min_duration_minutes: null,
    max_duration_minutes: null,
    total_duration_minutes: 0,
  },
};
const timed: ModelStats = {
  ...model,
  aht_stats: {
    num_tasks: 45,
    avg_duration_minutes: 2,
    min_duration_minutes: 1,
    max_duration_minutes: 3,
    total_duration_minutes: 90,
  },
};

const stats: DeliveryStats = {
  epoch: '',
  revision: 1,
  total_delivered: 45,
  ready_for_delivery: 2,
  reviewed_ready_for_delivery: 1,
  total_rework: 0,
  total_reviewed: 3,
  review_coverage: 50,
  by_model: [model],
};

function tasks(part: Partial<TasksByNumber> = {}): { json: TasksByNumber } {
  const first = userTask(501, { target_model: 'apex-1', validation_status: 'passed' });
  const second = userTask(500, { user_email: null, completed_at: null, task_link: null });
  const items = [first, second].map((task) => ({ ...task, last_round: null, last_review: null }));
  return { json: { epoch: '', revision: 1, items, total: 45, page: 1, size: 20, ...part } };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const lastQuery = () =>
  Object.fromEntries(new URL(stub.callsOf(TASKS).at(-1)?.url ?? '', 'http://portal').searchParams);

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(0), project(1, 'Atlas')]);
  stub.on(STATS, () => ({ json: stats }));
  stub.on(TASKS, () => tasks());
  stub.on('GET /api/v1/projects/1/batches', () => ({
    json: { revision: 1, batches: [batch(1), batch(2)] },
  }));
  signInAs(grant(1, 'data-upload'));
});

describe('the tasks of a delivery number', () => {
  it('DELIVPAGE-8 are shown by a button of the card, in the URL, with the filters and pages', async () => {
    const { url } = openAt(FILTERED);
    await userEvent.click(await button('Show tasks: Tasks Delivered, 45'));
    const shown = await dialog('Tasks Delivered');
    const tool = await shown.findByRole('link', { name: 'Task 501 in the labeling tool' });
    expect(tool.getAttribute('href')).toBe('https://label.example.com/task/501');
    expect(shown.queryByRole('link', { name: 'Task 500 in the labeling tool' })).toBeNull();
    expect(shown.getByRole('link', { name: '500' }).getAttribute('href')).toContain('task=500');
    expect(
      shown.getByText(/^45 tasks, largest id first · days from .*, 2026 · 1 batch$/),
    ).toBeTruthy();
    expect(shown.getByText('Passed')).toBeTruthy();
    expect(shown.getAllByText(batch(1).name)).toHaveLength(2);
    expect(url()).toContain('tasks=delivered');
    await userEvent.click(shown.getByRole('button', { name: 'Next page' }));
    await expect
      .poll(() => lastQuery())
      .toEqual({
        project_id: '1',
        batch_ids: '2',
        start_date: '2026-01-05',
        number: 'delivered',
        page: '2',
        size: '20',
      });
    await userEvent.click(shown.getByRole('button', { name: 'Close' }));
    await expect.poll(url).toBe(FILTERED);
  });

  it('DELIVPAGE-8 are those with a duration for the average handling time', async () => {
    stub.on(STATS, () => ({ json: { ...stats, by_model: [timed] } }));
    openAt('/delivery-stats');
    await userEvent.click(await button(/^Show tasks: Average Handling Time, .*, 45$/));
    await dialog('Tasks with a Duration');
    await expect.poll(() => lastQuery()['number']).toBe('with_duration');
  });

  it('DELIVPAGE-8 are shown for a number of a model', async () => {
    openAt('/delivery-stats');
    await userEvent.click(await button('Show tasks: Ready, apex-1, 2'));
    await dialog('Ready for Delivery: apex-1');
    await expect.poll(() => lastQuery()).toMatchObject({ number: 'ready', target_model: 'apex-1' });
    expect(screen.queryByRole('button', { name: /Show tasks: Rework/, hidden: true })).toBeNull();
  });

  it('DELIVPAGE-9 are not shown to users who may not see each task, also by a link', async () => {
    signInAs(grant(1, 'trainer-feedback-add'));
    openAt('/delivery-stats?tasks=delivered');
    await screen.findByRole('region', { name: 'Tasks Delivered' });
    expect(screen.queryByRole('button', { name: /Show tasks/ })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stub.callsOf(TASKS)).toHaveLength(0);
  });

  it('NUM-4 are shown for a status and a validation status of a model', async () => {
    openAt('/delivery-stats');
    await userEvent.click(await button('Show tasks: Completed, 2'));
    await dialog('Completed: apex-1');
    await expect
      .poll(() => lastQuery())
      .toMatchObject({ number: 'tasks', status: 'completed', target_model: 'apex-1' });
    await userEvent.click(await button('Close'));
    await userEvent.click(await button('Show tasks: Passed, apex-1, 47'));
    await dialog('All Tasks: Passed: apex-1');
    await expect.poll(() => lastQuery()['validation_status']).toBe('passed');
  });

  it('DELIVPAGE-10 follow pushed states', async () => {
    openAt('/delivery-stats?tasks=delivered');
    const shown = await dialog('Tasks Delivered');
    await shown.findByText('45 tasks, largest id first');
    stub.on(TASKS, () => tasks({ revision: 2, total: 46 }));
    await screen.findByText('Updates live');
    live.emitAnything('dashboard-changed', dashboardState(1, 2));
    expect(await shown.findByText('46 tasks, largest id first')).toBeTruthy();
  });

  it('DELIVPAGE-11 name what to filter by if the list takes too long, and try again', async () => {
    const detail =
      'Reading these tasks takes longer than 2 s. Select fewer batches or a shorter period.';
    stub.on(TASKS, () => refusal('too-broad', 422, detail));
    openAt('/delivery-stats?tasks=delivered');
    const shown = await dialog('Tasks Delivered');
    expect(await shown.findByText(detail)).toBeTruthy();
    stub.on(TASKS, () => tasks({ items: [], total: 0 }));
    await userEvent.click(shown.getByRole('button', { name: 'Try Again' }));
    expect(await shown.findByText('No task is counted now with these filters.')).toBeTruthy();
  });
});

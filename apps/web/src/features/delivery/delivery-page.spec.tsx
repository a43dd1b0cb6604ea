import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeliveryStats, ModelStats } from '@portal/contracts/dashboard';
import { beforeEach, describe, expect, it } from 'vitest';
import { batch } from '../../testing/dashboard';
import { heldReply } from '../../testing/held-reply';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';

const ROUTE = 'GET /api/v1/projects/1/delivery-stats';
const PAGE = '/delivery-stats';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

function model(target_model: string | null, part: Partial<ModelStats> = {}): ModelStats {
  return {
    target_model,
    total_delivered: 30,
    ready_for_delivery: 10,
    reviewed_count: 35,
    rework_count: 5,
    by_status: { delivered: 30, completed: 10, rework: 5 },
    by_validation_status: { passed: 40, failed: 5 },
    aht_stats: {
      num_tasks: 40,
      avg_duration_minutes: 85,
      min_duration_minutes: 5,
      max_duration_minutes: 190,
      total_duration_minutes: 3400,
    },
    ...part,
  };
}

const NO_DURATIONS = {
  num_tasks: 0,
  avg_duration_minutes: null,
  min_duration_minutes: null,
  max_duration_minutes: null,
  total_duration_minutes: 0,
};

function delivery(part: Partial<DeliveryStats> = {}): { json: DeliveryStats } {
  return {
    json: {
      epoch: '',
      revision: 1,
      total_delivered: 60,
      ready_for_delivery: 20,
      reviewed_ready_for_delivery: 15,
      total_rework: 10,
      total_reviewed: 70,
      review_coverage: 75,
      by_model: [model('apex-1'), model('nova-2', { aht_stats: NO_DURATIONS })],
      ...part,
    },
  };
}

const figure = async (name: string) => (await screen.findByRole('region', { name })).textContent;
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(0), project(1, 'Atlas')]);
  stub.on(ROUTE, () => delivery());
  stub.on('GET /api/v1/projects/1/batches', () => ({
    json: { revision: 1, batches: [batch(1), batch(2)] },
  }));
  signInAs(grant(1, 'pod-info-public-view'));
});

describe('delivery statistics', () => {
  it('DELIVPAGE-1 has six figures', async () => {
    openAt(PAGE);
    expect(await figure('Tasks Delivered')).toContain('60');
    expect(await figure('Ready for Delivery')).toContain('20');
    expect(await figure('Rework Tasks')).toContain('10');
    expect(await figure('Reviewed Tasks')).toContain('70');
    expect(await figure('Review Coverage')).toContain('75.0%');
    expect(await figure('Review Coverage')).toContain('15 of 20 ready tasks');
    // 3,400 minutes over 40 tasks; the model without durations does not count.
    expect(await figure('Average Handling Time')).toContain('1h 25m');
    expect(await figure('Average Handling Time')).toContain('40 tasks with a duration');
  });

  it('DELIVPAGE-43 says of what each ring is the share', async () => {
    openAt(PAGE);
    expect(await figure('Tasks Delivered')).toContain('75.0% of delivered and ready tasks');
    expect(await figure('Ready for Delivery')).toContain('25.0% of delivered and ready tasks');
    expect(await figure('Rework Tasks')).toContain('12.5% of rework and reviewed tasks');
    expect(await figure('Reviewed Tasks')).toContain('87.5% of rework and reviewed tasks');
  });

  it('DELIVPAGE-1 has no average without a duration', async () => {
    const models = [model('apex-1', { aht_stats: NO_DURATIONS })];
    stub.on(ROUTE, () => delivery({ by_model: models }));
    openAt(PAGE);
    expect(await figure('Average Handling Time')).toContain('No task has a duration');
  });

  it('DELIVPAGE-2 hides and shows one card per model, and the URL says so', async () => {
    const { url } = openAt(PAGE);
    const apex = within(await screen.findByRole('region', { name: 'apex-1' }));
    expect(screen.getByRole('region', { name: 'nova-2' })).toBeTruthy();
    expect(apex.getByText('45 tasks · 1h 25m on average, 5 min to 3h 10m')).toBeTruthy();
    await userEvent.click(await button('Hide Model Breakdown'));
    expect(screen.queryByRole('region', { name: 'apex-1' })).toBeNull();
    expect(url()).toBe('/delivery-stats?project=1&models=hidden');
    await userEvent.click(await button('Show Model Breakdown'));
    expect(screen.getByRole('heading', { name: 'Model-wise Breakdown' })).toBeTruthy();
  });

  it('KIOSK-71 on a wall says what its numbers are of, in place of filters and buttons', async () => {
    const tab = openAt(`${PAGE}?start_date=2026-03-02&end_date=2026-03-08`);
    await screen.findByRole('region', { name: 'apex-1' });
    await userEvent.click(await button('Wall mode'));
    await screen.findByText('Atlas · Mar 2 – 8, 2026, all batches, Los Angeles time');
    expect(tab.url()).toContain('kiosk=1');
    expect(screen.queryByText('Date range')).toBeNull();
    for (const name of ['Refresh', 'Hide Model Breakdown', 'Wall mode']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByText('Date range')).toBeTruthy();
    expect(await button('Wall mode')).toBeTruthy();
  });

  it('DELIVPAGE-3 shows a model as a table or as a doughnut, in the URL', async () => {
    const { url } = openAt(PAGE);
    const apex = within(await screen.findByRole('region', { name: 'apex-1' }));
    expect(apex.getByRole('table')).toBeTruthy();
    await userEvent.click(apex.getByRole('button', { name: 'Doughnut chart' }));
    expect(apex.queryByRole('table')).toBeNull();
    expect(apex.getByRole('img', { name: /apex-1: Rework 11\.1%/ })).toBeTruthy();
    expect(url()).toBe('/delivery-stats?project=1&doughnut=apex-1');
    const nova = within(screen.getByRole('region', { name: 'nova-2' }));
    expect(nova.getByRole('table')).toBeTruthy();
  });

  it('DELIVPAGE-3 says that no task has a model', async () => {
    stub.on(ROUTE, () => delivery({ by_model: [model(null)] }));
    openAt(PAGE);
    expect(await screen.findByText('No Model Data Available')).toBeTruthy();
  });

  it('DELIVPAGE-4 sends the filters of the dashboard', async () => {
    const { idle } = openAt(`${PAGE}?batch_ids=2&start_date=2026-01-05&end_date=2026-01-11`);
    await figure('Tasks Delivered');
    await idle();
    const last = new URL(stub.callsOf(ROUTE).at(-1)?.url ?? '', 'http://portal').searchParams;
    expect(Object.fromEntries(last)).toEqual({
      batch_ids: '2',
      start_date: '2026-01-05',
      end_date: '2026-01-11',
      include_model_breakdown: 'true',
    });
  });

  it('DELIVPAGE-4 offers 300 batches', async () => {
    const batches = Array.from({ length: 300 }, (_, index) => batch(index + 1));
    stub.on('GET /api/v1/projects/1/batches', () => ({ json: { revision: 1, batches } }));
    const { idle } = openAt(`${PAGE}?batch_ids=7&batch_ids=300`);
    await figure('Tasks Delivered');
    expect(await screen.findByText('2 of 300 batches selected')).toBeTruthy();
    const chosen = within(screen.getByRole('group', { name: 'Batches' }));
    expect(chosen.getByText('Batch 300')).toBeTruthy();
    await userEvent.click(chosen.getByRole('button', { name: 'Select All' }));
    expect(await chosen.findByText('+296 more')).toBeTruthy();
    expect(chosen.getByText('300 of 300 batches selected')).toBeTruthy();
    await idle();
    // All batches are no filter.
    expect(stub.callsOf(ROUTE).at(-1)?.url).not.toContain('batch_ids');
    expect(await figure('Tasks Delivered')).toContain('60');
  });

  it('DELIVPAGE-12 says that it loads, and shows no numbers before', async () => {
    const { released, release } = heldReply();
    stub.on(ROUTE, async () => {
      await released;
      return delivery();
    });
    openAt(PAGE);
    await screen.findByRole('heading', { name: 'Delivery Statistics' });
    const main = within(screen.getByRole('main'));
    expect(await main.findByText('Loading...')).toBeTruthy();
    await main.findByText(/of 2 batches selected/);
    expect(main.getByText('Loading...').closest('[role=status]')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Tasks Delivered' })).toBeNull();
    expect(screen.queryByText('No Delivery Data')).toBeNull();
    release();
    expect(await figure('Tasks Delivered')).toContain('60');
    expect(main.queryByText('Loading...')).toBeNull();
  });

  it('DELIVPAGE-5 loads again when a newer state is pushed', async () => {
    openAt(PAGE);
    await figure('Tasks Delivered');
    stub.on(ROUTE, () => delivery({ revision: 2, total_delivered: 61 }));
    await screen.findByText('Updates live');
    live.emitAnything('dashboard-changed', dashboardState(1, 2));
    await expect.poll(() => figure('Tasks Delivered')).toContain('61');
  });

  it('DELIVPAGE-6 without data offers to try again', async () => {
    stub.on(ROUTE, () => ({ status: 502, text: 'Bad gateway' }));
    openAt(PAGE);
    expect(await screen.findByText('No Delivery Data')).toBeTruthy();
    expect(screen.getByText('Failed to load delivery statistics')).toBeTruthy();
    stub.on(ROUTE, () => delivery());
    await userEvent.click(await button('Try Again'));
    expect(await figure('Tasks Delivered')).toContain('60');
  });

  it('DELIVPAGE-6 says that no task matches', async () => {
    stub.on(ROUTE, () => delivery({ by_model: [] }));
    openAt(`${PAGE}?start_date=2026-01-05&end_date=2026-01-05`);
    expect(await screen.findByText('No tasks match the current filters')).toBeTruthy();
  });

  it('DELIVPAGE-7 prompts for a project without one', async () => {
    serveShell(stub, []);
    signInAs();
    openAt(PAGE);
    const text = 'Please select a project from the sidebar to view its delivery statistics.';
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

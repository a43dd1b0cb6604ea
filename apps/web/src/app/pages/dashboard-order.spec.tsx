import type { ProjectWork } from '@portal/contracts/projects-work';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heldReply } from '../../testing/held-reply';
import { isRework, TASKS } from '../../testing/home-stub';
import { LiveServer } from '../../testing/live-server';
import { podActivity } from '../../testing/pods';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { podStats, podWeek, userTask, userTasks } from '../../testing/work';

const stub = stubServer();
new LiveServer().attach(stub.server);

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);

interface Counts {
  rework: number;
  waiting: number;
  conflicts: number;
  /** Tasks that wait in Orion. */
  ofLead?: number;
  failing?: number;
}

/**
 * A user who leads Orion, reviews in Vega and has tasks.
 * @returns gives all answers at once
 */
function serve(counts: Counts): () => void {
  const { released, release } = heldReply();
  const held = (json: object) => async () => {
    await released;
    return { json };
  };
  const items = [
    { pod_name: 'Orion', role: 'lead' },
    { pod_name: 'Vega', role: 'reviewer' },
  ];
  stub.on('GET /api/v1/pod-members/', () => ({ json: { items } }));
  for (const { pod_name } of items) {
    stub.on(`GET /api/v1/pods/${pod_name}/weekly-progress`, held(podWeek({}, { pod_name })));
    const waiting = { tasks: counts.ofLead ?? 0, oldest: null, by_age: null };
    stub.on(`GET /api/v1/pods/${pod_name}/activity`, held(podActivity([], { waiting })));
  }
  const queue = { epoch: '', revision: 1, items: [], total: counts.waiting };
  stub.on('GET /api/v1/tasks/review-queue', held({ ...queue, stuck: 0, page: 1, size: 5 }));
  const back = counts.rework === 0 ? [] : [userTask(9, { status: 'rework' })];
  const rework = held(userTasks(back, { rework_total: counts.rework }));
  const recent = held(userTasks([userTask(11)]));
  stub.on(TASKS, (call) => (isRework(call) ? rework() : recent()));
  const atlas: ProjectWork = {
    ...{ project_id: 1, name: 'Atlas', total_tasks: 12, completed_tasks: 9, completion_rate: 75 },
    ...{ rework_tasks: 4, waiting_tasks: 3, days: [1, 2], last_import_at: null },
    ...{ conflicts: counts.conflicts, failing_statistics: counts.failing ?? null },
  };
  stub.on('GET /api/v1/projects/work', held([atlas]));
  return release;
}

/** Answers once all that is loaded has been asked for. */
async function openHome(counts: Counts) {
  const release = serve(counts);
  openAt('/dashboard');
  await screen.findByRole('region', { name: 'Orion this week' });
  await screen.findByRole('region', { name: 'Reviews of Vega' });
  release();
}

beforeEach(() => {
  // The blocks wait for each other however slow the machine is; in-order.spec.tsx tests the two seconds,
  // and the last of these tests the three of what is below.
  const later = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) =>
    later(run, ms === 2_000 || ms === 3_000 ? 2 ** 31 - 1 : ms),
  );
  serveShell(stub, [project(1, 'Atlas')]);
  stub.on('GET /api/v1/tasks/pod-stats', () => podStats([]));
  signInAs(grant(1, 'pod-info-public-view', 'trainer-feedback-add', 'data-upload'));
});

describe('the order of home', () => {
  it.each([
    [
      { rework: 2, waiting: 17, conflicts: 9 },
      ['Reviews of Vega', 'Orion this week', 'Your week', 'Your projects now'],
    ],
    [
      { rework: 3, waiting: 0, conflicts: 2 },
      ['Your week', 'Orion this week', 'Reviews of Vega', 'Recent tasks', 'Your projects now'],
    ],
    [
      { rework: 3, waiting: 0, conflicts: 2, ofLead: 3 },
      ['Orion this week', 'Reviews of Vega', 'Your week', 'Your projects now'],
    ],
    [
      { rework: 1, waiting: 2, conflicts: 1, failing: 1 },
      ['Your projects now', 'Reviews of Vega', 'Orion this week', 'Your week'],
    ],
  ])('HOME-58 with %o begins with what has most to do', async (counts, expected) => {
    await openHome(counts);
    await waitFor(() =>
      expect(titles().filter((title) => expected.includes(title ?? ''))).toEqual(expected),
    );
  });

  it('WEB-160 the project below comes with the own work above it', async () => {
    const release = serve({ rework: 0, waiting: 0, conflicts: 0 });
    openAt('/dashboard');
    await screen.findByRole('region', { name: 'Reviews of Vega' });
    expect(screen.queryByRole('heading', { name: 'The project now' })).toBeNull();
    release();
    await screen.findByRole('heading', { name: 'The project now' });
  });

  it('WEB-160 the project below waits no longer than three seconds', async () => {
    const later = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => later(run, ms === 3_000 ? 0 : ms));
    serve({ rework: 0, waiting: 0, conflicts: 0 });
    openAt('/dashboard');
    await screen.findByRole('heading', { name: 'The project now' });
  });

  it('HOME-58 a card with nothing in it is one line', async () => {
    await openHome({ rework: 0, waiting: 0, conflicts: 0 });
    const lines = [
      ['Reviews of Vega', 'No task waits for a review.'],
      ['Back for rework', 'Nothing came back to you. All clear.'],
    ] as const;
    for (const [title, text] of lines) {
      const card = await screen.findByRole('region', { name: title });
      const line = await within(card).findByText(text);
      expect(card.firstElementChild?.contains(line)).toBe(true);
      expect(card.childElementCount).toBe(1);
    }
  });
});

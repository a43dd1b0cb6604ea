import { screen, within } from '@testing-library/react';
import type { ReviewCounters } from '@portal/contracts/live';
import {
  type ReviewChoices,
  type WaitingTask,
  waitingTaskSchema,
} from '@portal/contracts/task-stats';
import { beforeEach, vi } from 'vitest';
import { LiveServer, roomState } from '../../../testing/live-server';
import { pod, podActivity, podMember } from '../../../testing/pods';
import { serveShell } from '../../../testing/portal-stub';
import { openAt } from '../../../testing/render';
import { sampleOf } from '../../../testing/sample';
import { stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';

export const PAGE = '/pods/Kestrel/reviewer';
export const STATS = 'GET /api/v1/tasks/pod-review-stats';
export const QUEUE = 'GET /api/v1/tasks/review-queue';
export const MINE = 'GET /api/v1/tasks/my-reviews';

export function counters(pending: number, done: number, revision: number): ReviewCounters {
  return { project_id: 1, pod_name: 'Kestrel', epoch: '', revision, pending, done };
}

const CHOICES: ReviewChoices = {
  ...{ epoch: '', revision: 1 },
  batches: [{ turing_batch_id: 1, name: 'Winter', tasks: 3 }],
  models: [{ target_model: 'opus', tasks: 2 }],
  reasons: [{ reason: 'Too short', tasks: 1 }],
};
const NO_TASK = sampleOf(waitingTaskSchema);

export function waiting(turing_task_id: number, part: Partial<WaitingTask> = {}): WaitingTask {
  return {
    ...NO_TASK,
    turing_task_id,
    project_id: 1,
    turing_batch_id: 1,
    batch_name: 'Winter',
    user_email: 'ada.moss@example.com',
    status: 'completed',
    colab_link: `https://colab.example/${turing_task_id}`,
    number_of_turns: 4,
    duration_minutes: 30,
    project_name: 'Atlas',
    task_link: `https://tool.example/${turing_task_id}`,
    waiting_since: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    is_appealed: false,
    ...part,
  };
}

export function queue(items: readonly WaitingTask[], revision = 1, total = items.length) {
  return { json: { revision, items, total, stuck: 0, page: 1, size: 20 } };
}

export const rows = () =>
  within(screen.getByRole('region', { name: 'Review next' })).getAllByRole('listitem');

/** For the specs of one file: the servers of the desk of the pod Kestrel, and a reviewer. */
export function reviewDesk() {
  const stub = stubServer();
  const live = new LiveServer();
  live.attach(stub.server);

  beforeEach(() => {
    serveShell(stub, [project(0), project(1, 'Atlas')]);
    stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
    stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [podMember('Ada Moss')] }));
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({ json: podActivity([]) }));
    stub.on(STATS, () => ({
      json: [
        { status: 'completed', desk: 'pending', task_count: 5 },
        { status: 'completed', desk: 'done', task_count: 1 },
        { status: 'ready_for_review', desk: 'pending', task_count: 2 },
        { status: 'rework', desk: 'done', task_count: 2 },
      ],
      headers: { 'x-revision': '1' },
    }));
    stub.on(QUEUE, () => queue([waiting(11), waiting(12, { task_link: null })]));
    stub.on('GET /api/v1/tasks/review-queue/choices', () => ({ json: CHOICES }));
    stub.on(MINE, () => ({ json: { revision: 1, total: 0, contradicted: [], hours: [] } }));
    live.subscribeAck = ({ project_id }) => ({
      ok: true,
      epoch: '',
      revision: 1,
      state: { ...roomState(project_id, 1), review_counters: counters(7, 3, 1) },
    });
    signInAs(grant(1, 'trainer-feedback-add'));
    // happy-dom reports an animation that is cancelled as an unhandled error, unlike a browser.
    vi.spyOn(Element.prototype, 'animate').mockImplementation(() => new Animation());
  });

  return {
    stub,
    live,
    push: (state: ReviewCounters) => live.emitAnything('review-counters', state),
    async openLive() {
      const tab = openAt(PAGE);
      await screen.findByText('Updates live', { selector: 'section [role=status]' });
      return tab;
    },
  };
}

import type { ReviewClaim } from '@portal/contracts/review-claims';
import { type TaskDetail, taskDetailSchema } from '@portal/contracts/task-detail';
import { screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { paths } from '../../../lib/paths';
import { LiveServer, roomState } from '../../../testing/live-server';
import { serveShell } from '../../../testing/portal-stub';
import { sampleOf } from '../../../testing/sample';
import { stubServer } from '../../../testing/stub-server';
import { userTask, userTasks } from '../../../testing/user-tasks';
import { grant, project, signInAs } from '../../../testing/users';

/** The user of the tasks. */
export const EMAIL = 'tess@example.com';
/** The tasks 7, 8 and 9 of that user. */
export const LIST = `${paths.trainerStats(EMAIL)}?start=2026-03-02&end=2026-03-09`;
/** The panel of task 7 on that page. */
export const PAGE = `${LIST}&task=7`;
const NO_TASK = sampleOf(taskDetailSchema);

export function detail(id: number, part: Partial<TaskDetail> = {}): TaskDetail {
  return {
    ...NO_TASK,
    turing_task_id: id,
    ...{ project_id: 1, project_name: 'Atlas', batch_name: 'Spring', revision: 1 },
    ...{ user_email: EMAIL, user_name: 'Tess Trainer', status: 'rework' },
    ...{ task_link: `https://labeling.example.com/${id}`, number_of_turns: 5 },
    ...part,
  };
}

/** By default another reviewer's. */
export function claimOfRita(part: Partial<ReviewClaim> = {}, minutes = 30): ReviewClaim {
  return {
    reviewer: { email: 'rita@example.com', name: 'Rita', picture: null },
    claimed_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
    ...{ is_mine: false, asked_by: null, is_asked_by_me: false },
    ...part,
  };
}

export const panel = (id = 7) => screen.findByRole('dialog', { name: `Task ${id}` });

/** For the specs of one file: the servers of the page, and a user who sees it. */
export function taskPanel() {
  const stub = stubServer();
  const live = new LiveServer();
  live.attach(stub.server);

  beforeEach(() => {
    live.subscribeAck = ({ project_id }) => ({
      ...{ ok: true, epoch: '', revision: 1 },
      state: roomState(project_id, 1),
    });
    serveShell(stub, [project(1, 'Atlas')]);
    signInAs(grant(1, 'pod-info-public-view'));
    stub.on(`GET /api/v1/tasks/by-user/${encodeURIComponent(EMAIL)}`, () => ({
      json: userTasks([userTask(7), userTask(8), userTask(9)]),
    }));
  });

  return {
    stub,
    live,
    serveTask: (id: number, part: Partial<TaskDetail> = {}) =>
      stub.on(`GET /api/v1/tasks/${id}`, () => ({ json: detail(id, part) })),
  };
}

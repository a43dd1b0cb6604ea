import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import type { WeeklyProgress } from '@portal/contracts/live';
import { dayOf } from '@portal/domain/periods';
import { screen, within } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { LiveServer, roomState } from './live-server';
import { podActivity } from './pods';
import { serveShell } from './portal-stub';
import { type Call, stubServer } from './stub-server';
import { grant, project, signInAs } from './users';
import { podStats, podWeek, userTasks, workOn } from './work';

export const TASKS = 'GET /api/v1/tasks/by-user/zoe%40example.com';
export const WEEK = 'GET /api/v1/pods/Orion/weekly-progress';
export const ACTIVITY = 'GET /api/v1/pods/Orion/activity';

export const isRework = ({ url }: Call) => url.includes('status=rework');
export const region = async (name: string) => within(await screen.findByRole('region', { name }));

export const ownPods = async () => within(await screen.findByRole('list', { name: 'Your pods' }));

export const today = () => dayOf(new Date(), DEFAULT_REPORTING_TIME_ZONE);
/** Statistics in which a trainer has completed tasks today: six if the caller gives no number. */
export const workOfToday = (tasks = 6, revision = 1) =>
  podStats([workOn(today(), 'zoe@example.com', tasks)], revision);

/** For the specs of one file: the servers of home, and a trainer of the pod Orion without tasks. */
export function homeStub() {
  const stub = stubServer();
  const live = new LiveServer();
  live.attach(stub.server);

  const serveRole = (role: string) =>
    stub.on('GET /api/v1/pod-members/', () => ({ json: { items: [{ pod_name: 'Orion', role }] } }));

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
    serveRole('trainer');
    stub.on('GET /api/v1/tasks/pod-stats', () => workOfToday());
    stub.on(ACTIVITY, () => ({ json: podActivity([]) }));
    serveWeek(podWeek({}));
    serveTasks(userTasks([]));
    // A trainer has no permission.
    signInAs(grant(1));
  });

  return { stub, live, serveRole, serveWeek, serveTasks };
}

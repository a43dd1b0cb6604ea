import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  activityAnswerSchema,
  batchesAnswerSchema,
  overviewSchema,
  statsAnswerSchema,
} from '@portal/contracts/dashboard';
import { taskFileText } from '@portal/testing/task-file';
import type { Api } from '../support/api.js';
import { startPortal, type Portal } from '../support/portal.js';
import { numbersOf, recount, type Selection } from '../support/recount.js';
import { ALPHA_TURING_ID, BETA_TURING_ID, query, type World } from '../support/world.js';

let portal: Portal;
let world: World;
let admin: Api;
/** Midnight UTC of today, the end of the file's tasks. */
const until = new Date(new Date().toISOString().slice(0, 10));

beforeAll(async () => {
  portal = await startPortal();
  ({ world, admin } = portal);
  const alpha = { tasks: 4000, turingProjectId: ALPHA_TURING_ID, batches: 8, until };
  const beta = {
    ...alpha,
    tasks: 1000,
    turingProjectId: BETA_TURING_ID,
    firstTaskId: 9001,
    seed: 2,
  };
  expect((await admin.upload(taskFileText(alpha))).status).toBe(200);
  expect((await admin.upload(taskFileText(beta))).status).toBe(200);
});
afterAll(() => portal.stack.stop());

function day(daysAgo: number): string {
  return new Date(until.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
}

function parameters({ batchIds = [], start, end, activityDays }: Selection): string {
  const search = new URLSearchParams(batchIds.map((id) => ['batch_ids', String(id)]));
  if (start !== undefined) search.set('start_date', start);
  if (end !== undefined) search.set('end_date', end);
  if (activityDays !== undefined) search.set('activity_days', String(activityDays));
  return search.toString();
}

async function numbers(project: number, selection: Selection) {
  const answer = await admin.get(`/projects/${project}/overview?${parameters(selection)}`);
  expect(answer.status).toBe(200);
  return numbersOf(overviewSchema.parse(answer.body));
}

describe('dashboard numbers', () => {
  it.each<[string, Selection]>([
    ['nothing', {}],
    ['batches and days', { batchIds: [6, 7, 8], start: day(40), end: day(5), activityDays: 120 }],
  ])('SYS-110 equal a recount of the tasks, filtered by %s', async (_, selection) => {
    for (const project of [world.alpha, world.beta, 0]) {
      expect(await numbers(project, selection)).toEqual(
        await recount(portal.stack.databaseUrl, project, selection),
      );
    }
  });

  it('SYS-110 stand the same in the three single calls as in the overview', async () => {
    const filter = parameters({ batchIds: [2, 4], start: day(80), end: day(10) });
    const path = `/projects/${world.alpha}`;
    const overview = overviewSchema.parse((await admin.get(`${path}/overview?${filter}`)).body);
    const stats = await admin.get(`${path}/dashboard-stats?${filter}`);
    const batches = await admin.get(`${path}/batches?${filter}`);
    const activity = await admin.get(`${path}/activity-timeline?${filter}`);
    expect(statsAnswerSchema.parse(stats.body).dashboard_stats).toEqual(overview.dashboard_stats);
    expect(batchesAnswerSchema.parse(batches.body).batches).toEqual(overview.batches);
    expect(activityAnswerSchema.parse(activity.body).recent_activity).toEqual(
      overview.recent_activity,
    );
  });

  it('SYS-111 follow an edit by the API and one made behind its back by SQL', async () => {
    const edit = await admin.patch('/tasks/tasks-crud/1', { status: 'rework' });
    expect(edit.status).toBe(200);
    expect(await numbers(world.alpha, {})).toEqual(
      await recount(portal.stack.databaseUrl, world.alpha),
    );

    const before = await numbers(world.alpha, {});
    await query(
      portal.stack.databaseUrl,
      `UPDATE core.task SET status = 'pending', turing_batch_id = 2
       WHERE turing_task_id BETWEEN 100 AND 140`,
    );
    await query(
      portal.stack.databaseUrl,
      'DELETE FROM core.task_review WHERE turing_task_id < 300',
    );
    await query(
      portal.stack.databaseUrl,
      'DELETE FROM core.task WHERE turing_task_id BETWEEN 400 AND 410',
    );
    const after = await numbers(world.alpha, {});
    expect(after).not.toEqual(before);
    expect(after).toEqual(await recount(portal.stack.databaseUrl, world.alpha));
  });

  it('SYS-112 answer 304 for a current ETag, and new numbers after a change', async () => {
    const path = `/projects/${world.alpha}/overview`;
    const { headers } = await admin.get(path);
    const etag = headers.etag ?? '';
    expect(etag).toMatch(/^W\//);
    expect((await admin.get(path, { 'if-none-match': etag })).status).toBe(304);
    await admin.patch('/tasks/tasks-crud/2', { number_of_turns: 77, status: 'pending' });
    expect((await admin.get(path, { 'if-none-match': etag })).status).toBe(200);
  });
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { customStatResultSchema } from '@portal/contracts/custom-stats';
import { overviewSchema } from '@portal/contracts/dashboard';
import { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { recountPod } from '../../support/pod-recount.js';
import { numbersOf, recount } from '../../support/recount.js';
import { query } from '../../support/world.js';
import type { FaultCluster } from '../cluster/fault-cluster.js';
import type { Load } from '../load/load.js';

const VERIFY = fileURLToPath(
  new URL('../../../libs/persistence/dist/cli/aggregates.js', import.meta.url),
);

/** All read models equal a recount by the portal itself, and what each server answers one by the test. */
export async function checkNumbers(cluster: FaultCluster, load: Load): Promise<void> {
  const { database, stacks, tokens, world } = cluster;
  const counted = await recount(database.url, world.alpha);
  for (const { baseUrl } of stacks) {
    const { body } = await new Api(baseUrl, tokens.admin).get(`/projects/${world.alpha}/overview`);
    expect(numbersOf(overviewSchema.parse(body))).toEqual(counted);
  }
  await eventually('custom SQL to count the same', async () => {
    const path = `/projects/${world.alpha}/custom-stats/${load.statId}/execute`;
    const answer = await load.api.post(path, {});
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    const [row] = customStatResultSchema.parse(answer.body).data;
    expect(Number(row?.[0])).toBe(counted.stats.total_tasks);
    return true;
  });
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url };
  // Rejects with the rows that differ.
  await promisify(execFile)(process.execPath, [VERIFY, 'verify'], { env });
}

/** Waits until every part of every socket's room equals a recount. */
export async function checkSockets(cluster: FaultCluster, load: Load): Promise<void> {
  const { database, world } = cluster;
  const { stats } = await recount(database.url, world.alpha);
  const pod = await recountPod(database.url, world.pod);
  const [desk] = await query<{ pending: number; done: number }>(
    database.url,
    `SELECT (count(*) FILTER (WHERE status IN ('completed', 'ready_for_review') AND reviews = 0))::int AS pending,
       (count(*) FILTER (WHERE today > 0))::int AS done
     FROM core.task CROSS JOIN LATERAL (
       SELECT count(*) AS reviews, count(*) FILTER (WHERE
         (submitted_at AT TIME ZONE 'America/Los_Angeles')::date =
         (now() AT TIME ZONE 'America/Los_Angeles')::date) AS today
       FROM core.task_review WHERE task_review.turing_task_id = task.turing_task_id) AS reviewed
     WHERE project_id = $1`,
    [world.alpha],
  );
  const [sync] = await query<{ value: string }>(
    database.url,
    `SELECT value FROM core.meta WHERE key = 'tasks_last_imported_at'`,
  );
  for (const { held } of load.followers) {
    await eventually('a socket to have the numbers of SQL', () => {
      expect(stats).toMatchObject(held.dashboard?.totals ?? { missing: true });
      expect(held.sync_time?.value).toBe(sync?.value);
      const counters = held.review_counters;
      const wanted = counters?.pod_name === null ? desk : { pending: pod.pending, done: pod.done };
      expect({ pending: counters?.pending, done: counters?.done }).toEqual(wanted);
      if (counters?.pod_name !== null) {
        const trainers = held.weekly_progress?.members.filter(({ role }) => role === 'trainer');
        expect(trainers?.map(({ email, tasks, turns }) => ({ email, tasks, turns }))).toEqual(
          pod.trainers,
        );
      }
      return true;
    });
  }
}

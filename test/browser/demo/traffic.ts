import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { overviewSchema } from '@portal/contracts/dashboard';
import { eventually } from '../../support/eventually.js';
import { numbersOf, recount } from '../../support/recount.js';
import { query } from '../../support/world.js';
import { one, SCRIPTS, type Demo } from './demo.js';

/** Changes tasks of the demo, and kills its server. */
export function describeTraffic(demo: Demo): void {
  it('DEMO-7 traffic finishes and reviews tasks, many in Kestrel, through a restart until Ctrl-C', async () => {
    const since = new Date();
    const traffic = spawn(process.execPath, [`${SCRIPTS}demo-traffic.mjs`, '--per-minute', '600'], {
      env: { ...process.env, PORTAL_URL: demo.stack.baseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    traffic.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const untilReviewed = (what: string, isEnough: (pods: readonly string[]) => boolean) =>
      eventually(what, async () => isEnough(await reviewedPods(demo, since)));
    try {
      await untilReviewed('a task reviewed by the traffic', (pods) => pods.length > 0);
      await demo.stack.kill('server');
      await eventually('the traffic to wait', () => output.includes('waiting for the portal'));
      const before = (await reviewedPods(demo, since)).length;
      await demo.stack.restart('server');
      await untilReviewed(
        'more tasks reviewed, one of them in Kestrel',
        (pods) => pods.length > before && pods.includes('Kestrel'),
      );
      expect(output.match(/waiting for the portal/g)).toHaveLength(1);
      const ended = once(traffic, 'exit');
      traffic.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
    } finally {
      traffic.kill('SIGKILL');
    }
    const assigned = await one<{ kestrel: number; projects: number }>(
      demo,
      `SELECT (count(*) FILTER (WHERE pod_name = 'Kestrel'))::float / count(*) AS kestrel,
         count(DISTINCT project_id)::int AS projects
       FROM core.task JOIN core.pod_member USING (user_email)
       WHERE task.created_at >= '${since.toISOString()}'`,
    );
    expect(assigned.kestrel).toBeGreaterThanOrEqual(0.3);
    expect(assigned.projects).toBe(3);
    const counted = await recount(demo.stack.databaseUrl, 0);
    const { body } = await demo.admin.get('/projects/0/overview');
    expect(numbersOf(overviewSchema.parse(body))).toEqual(counted);
  });
}

/** The pod of each task that was reviewed after that time. */
async function reviewedPods({ stack }: Demo, since: Date): Promise<string[]> {
  const reviewed = await query<{ pod: string }>(
    stack.databaseUrl,
    `SELECT pod_name AS pod FROM core.task_review
       JOIN core.task USING (turing_task_id) JOIN core.pod_member USING (user_email)
     WHERE submitted_at > $1`,
    [since],
  );
  return reviewed.map(({ pod }) => pod);
}

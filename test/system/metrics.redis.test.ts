import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stack.stop());

/** The value of one sample, by its name and labels. */
async function sample(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${portal.stack.baseUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const WAITING = 'portal_queue_jobs{queue="task-import",state="waiting"}';
const AGE = 'portal_queue_oldest_waiting_seconds{queue="task-import"}';

describe('the metrics of a running portal', () => {
  it('OPS-3 tell the depth and the age of the queue, on whichever store it is', async () => {
    expect([await sample(WAITING), await sample(AGE)]).toEqual([0, 0]);
    await portal.stack.kill('worker', 'SIGTERM');
    for (const id of [1, 2]) {
      const answer = await portal.admin.upload(file(row(id)), { prefer: 'respond-async' });
      expect(answer.status).toBe(202);
    }
    expect(await sample(WAITING)).toBe(2);
    expect(await sample(AGE)).toBeGreaterThan(0);
    await portal.stack.restart('worker');
    await eventually('the queue to be empty', async () => (await sample(WAITING)) === 0);
    expect(await sample(AGE)).toBe(0);
  });
});

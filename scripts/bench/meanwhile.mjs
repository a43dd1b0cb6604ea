import { setTimeout as delay } from 'node:timers/promises';
import { connectTo, timedGet } from './requests.mjs';
import { percentile } from './statistics.mjs';

const PAUSE_MS = 50;
/** Tokens live 15 minutes. */
const RENEW_AFTER_MS = 300_000;

/**
 * Edits stored tasks of the first project and asks for its overview, until it is stopped.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @returns {Promise<{ stop(): Promise<{ edits: { p95: number, worst: number }, overview: number }> }>}
 *   milliseconds; of the overview the 95th percentile
 */
export async function editMeanwhile(portal) {
  const connection = connectTo(portal.stack.baseUrl);
  const path = `/api/v1/projects/${portal.projectIds.first}/overview`;
  /** @type {number[]} */
  const edits = [];
  /** @type {number[]} */
  const overviews = [];
  let stopped = false;
  let token = await portal.token('admin');
  let renewAt = performance.now() + RENEW_AFTER_MS;
  const work = (async () => {
    for (let round = 0; !stopped; round += 1) {
      if (performance.now() > renewAt) {
        token = await portal.token('admin');
        renewAt = performance.now() + RENEW_AFTER_MS;
      }
      edits.push(await timedEdit(portal, token, round));
      overviews.push(await timedGet(connection, path, token));
      await delay(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await work;
      connection.close();
      return {
        edits: { p95: percentile(edits, 0.95), worst: Math.max(...edits) },
        overview: percentile(overviews, 0.95),
      };
    },
  };
}

/**
 * Milliseconds of an edit of one of 1,000 stored tasks.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {string} token
 * @param {number} round
 */
export async function timedEdit({ stack }, token, round) {
  const started = performance.now();
  const answer = await fetch(`${stack.baseUrl}/api/v1/tasks/tasks-crud/${1 + (round % 1000)}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number_of_turns: round % 100 }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`an edit answered ${answer.status}`);
  return performance.now() - started;
}

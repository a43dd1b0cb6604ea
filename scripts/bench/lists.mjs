import { startBare } from './bare.mjs';
import { lists, statistics } from './list-requests.mjs';
import { populate } from './list-world.mjs';
import { connectTo, timedGet } from './requests.mjs';
import { benchScans } from './scans.mjs';
import { mapValues, median, percentile, samplesOf } from './statistics.mjs';

/** Requests before the measurement, so that all servers are equally warm. */
const WARM_UP = { lists: 1000, statistics: 30 };
/**
 * Each round measures all lists, so that other load on the machine affects one round. With five
 * rounds, the shortest lists differed by a third between runs of the bench.
 */
const ROUNDS = 9;
/** Requests at the start of a round, to fill the caches for this list. */
const WARM_UP_AGAIN = 20;
const PAGE_COST = 1.1;
/** Statistics are compared with a statement only, without a server. */
const SHORT_MS = 3;
const STATISTIC_MS = 12;

/**
 * Lists and statistics over the imported tasks, as a user who sees everything. Lists are compared
 * with a minimal HTTP server that looks up the caller and sends the rows of a SELECT.
 * @returns {Promise<{ name: string, limitMs: number, ms: number, bareMs?: number }[]>}
 *   95th percentiles, the median of several rounds
 */
export async function benchLists(portal, { requests }) {
  const token = await portal.token('admin');
  await populate(portal);
  await portal.settle();
  const asked = await lists(portal);
  const bare = await startBareServer(portal, asked);
  const connections = { portal: connectTo(portal.stack.baseUrl), bare: connectTo(bare.url) };
  const turnsOf = ({ path }) => ({
    ms: (index) => timedGet(connections.portal, `/api/v1${path(index)}`, token),
  });
  // Not interleaved with the portal, because each server would find the caches of the other.
  const bareTurn = (number) => ({
    bareMs: () => timedGet(connections.bare, `/${number}`, token),
  });
  const questions = [
    ...asked.map((list, number) => ({
      name: list.name,
      limitMs: SHORT_MS,
      warmUp: WARM_UP.lists,
      count: requests * 0.4,
      turns: [turnsOf(list), bareTurn(number)],
    })),
    ...statistics(portal).map((question) => ({
      name: question.name,
      limitMs: STATISTIC_MS,
      warmUp: WARM_UP.statistics,
      count: requests * 0.1,
      turns: [turnsOf(question)],
    })),
  ];
  const results = [...(await measure(questions)), ...(await benchScans(portal, { requests }))];
  for (const connection of Object.values(connections)) await connection.close();
  await bare.stop();
  return results;
}

async function measure(questions) {
  // All of them first; otherwise the first list would pay for shared caches.
  for (const { turns, warmUp } of questions) {
    for (const turn of turns) await samplesOf(turn, { count: warmUp });
  }
  const results = questions.map(({ name, limitMs }) => ({ name, limitMs, rounds: {} }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [number, { turns, warmUp, count }] of questions.entries()) {
      const from = warmUp + round * (WARM_UP_AGAIN + count);
      for (const turn of turns) {
        await samplesOf(turn, { from, count: WARM_UP_AGAIN });
        const samples = await samplesOf(turn, { from: from + WARM_UP_AGAIN, count });
        for (const [key, each] of Object.entries(samples)) {
          (results[number].rounds[key] ??= []).push(percentile(each, 0.95));
        }
      }
    }
  }
  return results.map(({ rounds, ...result }) => ({ ...result, ...mapValues(rounds, median) }));
}

async function startBareServer({ database, stack }, all) {
  const {
    rows: [admin],
  } = await database.query(
    `SELECT user_id, family_id FROM core.refresh_token
     JOIN core.app_user ON app_user.id = user_id
     WHERE email = 'admin@example.com' AND revoked_at IS NULL LIMIT 1`,
  );
  const url = new URL(stack.databaseUrl);
  url.searchParams.set('options', `-c random_page_cost=${PAGE_COST}`);
  return await startBare(new URL('./bare-list-server.mjs', import.meta.url), {
    url: url.href,
    lookUp: {
      text: 'SELECT * FROM core.user_access($1, $2, NULL)',
      values: [admin.user_id, admin.family_id],
    },
    statements: all.map(({ statement, values }) => ({ text: statement, values: values?.(0) })),
  });
}

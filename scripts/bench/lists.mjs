import { startBare } from './bare.mjs';
import { lists, statistics } from './list-requests.mjs';
import { populate } from './list-world.mjs';
import { connectTo, timedGet } from './requests.mjs';
import { benchScans } from './scans.mjs';
import { median, percentile, samplesOf } from './statistics.mjs';

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

/** @typedef {ReturnType<typeof turnOf>} Turn */

/**
 * Lists and statistics over the imported tasks, as a user who sees everything. Lists are compared
 * with a minimal HTTP server that looks up the caller and sends the rows of a SELECT.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {{ requests: number }} sizes
 * @returns {Promise<{ name: string, limitMs: number, ms: number, bareMs?: number | undefined }[]>}
 *   95th percentiles, the median of several rounds
 */
export async function benchLists(portal, { requests }) {
  const token = await portal.token('admin');
  await populate(portal);
  await portal.settle();
  const asked = await lists(portal);
  const bare = await startBareServer(portal, asked);
  const connections = { portal: connectTo(portal.stack.baseUrl), bare: connectTo(bare.url) };
  /** @param {import('./list-requests.mjs').Question} question */
  const askPortal = ({ path }) => {
    return (/** @type {number} */ index) =>
      timedGet(connections.portal, `/api/v1${path(index)}`, token);
  };
  const questions = [
    ...asked.map((list, number) => {
      const askBare = () => timedGet(connections.bare, `/${number}`, token);
      return {
        name: list.name,
        limitMs: SHORT_MS,
        ours: turnOf(askPortal(list), WARM_UP.lists, requests * 0.4),
        bare: turnOf(askBare, WARM_UP.lists, requests * 0.4),
      };
    }),
    ...statistics(portal).map((question) => ({
      name: question.name,
      limitMs: STATISTIC_MS,
      ours: turnOf(askPortal(question), WARM_UP.statistics, requests * 0.1),
      bare: undefined,
    })),
  ];
  // Not interleaved, because each server would find the caches of the other.
  await measure(questions.flatMap(({ ours, bare }) => (bare ? [ours, bare] : ours)));
  const results = questions.map(({ name, limitMs, ours, bare }) => ({
    name,
    limitMs,
    ms: median(ours.rounds),
    bareMs: bare && median(bare.rounds),
  }));
  const scans = await benchScans(portal, { requests });
  for (const connection of Object.values(connections)) connection.close();
  await bare.stop();
  return [...results, ...scans];
}

/**
 * A question to one server, and the percentile of each round.
 * @param {import('./statistics.mjs').Ask} ask
 * @param {number} warmUp
 * @param {number} count of samples in a round
 */
function turnOf(ask, warmUp, count) {
  return { ask, warmUp, count, rounds: /** @type {number[]} */ ([]) };
}

/** @param {Turn[]} turns whose `rounds` it fills */
async function measure(turns) {
  // All of them first; otherwise the first list would pay for shared caches.
  for (const { ask, warmUp } of turns) await samplesOf({ ask }, { count: warmUp });
  for (let round = 0; round < ROUNDS; round++) {
    for (const { ask, warmUp, count, rounds } of turns) {
      const from = warmUp + round * (WARM_UP_AGAIN + count);
      await samplesOf({ ask }, { from, count: WARM_UP_AGAIN });
      const samples = await samplesOf({ ask }, { from: from + WARM_UP_AGAIN, count });
      rounds.push(percentile(samples.ask, 0.95));
    }
  }
}

/**
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {import('./list-requests.mjs').List[]} all
 */
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

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { GROWING_QUERIES, ONCE_TOO_MUCH } from '@portal/testing/growing-queries';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { problemIn } from '../../testing/requests.js';
import { openStatsWorld, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
let others: readonly TestUser[];
beforeAll(async () => {
  world = await openStatsWorld();
  const { dataSource: db } = world.server;
  others = await Promise.all(['one', 'two'].map((name) => createUser(db, `${name}@example.org`)));
  for (const other of others) await assignRole(db, other, world.alpha, 'project_admin');
});
afterAll(() => world.server.stop());

const preview = (sql_query: string, user = world.admin) =>
  world.call('POST', 'preview?timeout_seconds=1', { sql_query }, user);

/** Half of each kind in order; the same in each run. */
const picks = fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 });
const TEXTS = [
  ...ONCE_TOO_MUCH.map(([, text]) => text),
  ...fc
    .sample(fc.tuple(fc.constantFrom(...GROWING_QUERIES), picks), { seed: 1664, numRuns: 100 })
    .map(([query, ways]) => query.text(ways)),
];

/** Previews the texts, three at a time per user, until it is stopped. */
function flood(): () => Promise<ReadonlySet<number>> {
  let [next, isOver] = [0, false];
  const statuses = new Set<number>();
  const ask = async (user: TestUser): Promise<void> => {
    while (!isOver) {
      const response = await preview(TEXTS[next++ % TEXTS.length] ?? '', user);
      await response.arrayBuffer();
      statuses.add(response.status);
    }
  };
  const asking = others.flatMap((user) => [ask(user), ask(user), ask(user)]);
  return async () => {
    isOver = true;
    await Promise.all(asking);
    return statuses;
  };
}

/** In milliseconds, in order. */
async function answerTimes(count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const begun = performance.now();
    const response = await fetch(`${world.server.baseUrl}/api/v1/about`);
    await response.arrayBuffer();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
}

describe('queries that nest ever deeper', () => {
  it('GUARD-13 let the server respond to others within 100 ms', async () => {
    const stop = flood();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const rounds: { p99: number; blocked: number }[] = [];
    // Another process may use the CPU for a moment; a blocked server is slow each time.
    do {
      delay.reset();
      delay.enable();
      const times = await answerTimes(300);
      delay.disable();
      rounds.push({
        p99: times[Math.floor(0.99 * times.length)] ?? 0,
        blocked: delay.percentile(99) / 1e6,
      });
    } while (rounds.length < 5 && Math.max(...Object.values(rounds.at(-1) ?? {})) >= 100);
    const statuses = await stop();
    expect(rounds.at(-1)?.p99, JSON.stringify(rounds)).toBeLessThan(100);
    expect(rounds.at(-1)?.blocked, JSON.stringify(rounds)).toBeLessThan(100);
    expect([200, 400, 422]).toEqual(expect.arrayContaining([...statuses]));
  });

  it('GUARD-14, ERR-18 of one user do not delay other users, and are refused if they are too many', async () => {
    const [one = world.admin] = others;
    const text = ONCE_TOO_MUCH[1]?.[1] ?? '';
    let checked = 0;
    const asked = Array.from({ length: 100 }, async () => {
      const response = await preview(text, one);
      if (response.status === 400) checked += 1;
      return response;
    });
    const honest = await preview('SELECT count(*) FROM tasks');
    expect(honest.status).toBe(200);
    const before = checked;
    const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
    expect(before).toBeLessThan(checked / 2);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await problemIn(refused[0] ?? honest)).toMatchObject({
      code: 'too-many-requests',
      detail: 'Too many queries are being checked; try again in a moment',
    });
  });
});

describe('a query beyond a limit of PostgreSQL', () => {
  it.each([
    ['54011', `select row(${'1, '.repeat(1664)}1)`, `select row(${'1, '.repeat(1663)}1)`],
    ['54023', `select concat(${'1, '.repeat(100)}1)`, `select concat(${'1, '.repeat(99)}1)`],
    [
      '54001',
      `select count(*) from tasks group by ${'cube (1, 2), '.repeat(7)}()`.replaceAll(
        /\b[12]\b/g,
        (column) => (column === '1' ? 'status' : 'user_email'),
      ),
      'select count(*) from tasks group by cube (status, user_email)',
    ],
  ])('CST-18 reports the limit, with SQLSTATE %s', async (state, text, honest) => {
    const refused = await preview(text);
    expect(refused.status).toBe(422);
    const { code, detail } = await problemIn(refused);
    expect(code).toBe('query-failed');
    expect(detail).toContain(`SQLSTATE ${state}`);
    expect(detail).toMatch(/\d|limit|maximum/);
    expect((await preview(honest)).status).toBe(200);
    const saved = await world.call('POST', '', {
      ...{ name: 'Beyond', sql_query: text, supported_chart_types: ['table'] },
      default_chart_type: 'table',
    });
    expect(saved.status).toBe(422);
  });
});

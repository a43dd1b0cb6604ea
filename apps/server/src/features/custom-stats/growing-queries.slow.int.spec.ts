import { Worker } from 'node:worker_threads';
import { PATIENCE_MS } from '@portal/sql-guard/guard-worker';
import { GROWING_QUERIES, ONCE_TOO_MUCH } from '@portal/testing/growing-queries';
import { PATIENCE } from '@portal/testing/patience';
import fc from 'fast-check';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { problemIn } from '../../testing/requests.js';
import { openStatsWorld, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
let others: readonly TestUser[];
beforeAll(async () => {
  world = await openStatsWorld();
  const { db } = world.server;
  others = await Promise.all(['one', 'two'].map((name) => createUser(db, `${name}@example.org`)));
  for (const other of others) await assignRole(db, other, world.alpha, 'project_admin');
});
afterAll(() => world.server.stop());

const preview = (sql_query: string, user = world.admin, seconds = 1) =>
  world.call('POST', `preview?timeout_seconds=${seconds}`, { sql_query }, user);

const picks = fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 });
const TEXTS = [
  ...ONCE_TOO_MUCH.map(([, text]) => text),
  ...fc
    .sample(fc.tuple(fc.constantFrom(...GROWING_QUERIES), picks), { seed: 1664, numRuns: 40 })
    .map(([query, ways]) => query.text(ways)),
];

describe('queries that nest ever deeper', () => {
  it('GUARD-13 do not block the server: it answers other requests while their checks run', async () => {
    // The threads get their texts only when the other requests have been answered.
    const held: (() => void)[] = [];
    const { postMessage } = Worker.prototype;
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      ...message
    ) {
      held.push(() => postMessage.apply(this, message));
    });
    const refused = others.map((user) => preview('SELECT 1 FROM nowhere', user));
    await vi.waitFor(() => expect(held).toHaveLength(2), PATIENCE);
    const abouts = Array.from({ length: 50 }, () => fetch(`${world.server.baseUrl}/api/v1/about`));
    expect((await Promise.all(abouts)).map(({ status }) => status)).toEqual(abouts.map(() => 200));
    for (const release of held) release();
    vi.restoreAllMocks();
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([400, 400]);
  });

  it('GUARD-12, GUARD-17 are refused by their text, or run and fail by its cost', async () => {
    const statuses = await pLimit(2).map(TEXTS, async (text, index) => {
      const { status } = await preview(text, others[index % 2]);
      return status;
    });
    expect([200, 400, 422]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    expect(statuses).toContain(400);
  });

  it('GUARD-17 are answered 503 with Retry-After if the guard does not answer, and then checked', async () => {
    const lost = vi.spyOn(Worker.prototype, 'postMessage').mockReturnValueOnce(undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = preview('SELECT 1');
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), PATIENCE);
    vi.advanceTimersByTime(PATIENCE_MS);
    vi.useRealTimers();
    const answer = await late;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    const { code, detail } = await problemIn(answer);
    expect({ code, detail }).toEqual({
      code: 'unavailable',
      detail: 'The query could not be checked, as the server is too busy; try again in a moment',
    });
    expect((await preview('SELECT 1')).status).toBe(200);
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
    // Another text that the guard refuses: nothing but checks are compared.
    const other = await preview('SELECT 1 FROM nowhere');
    expect(other.status).toBe(400);
    const before = checked;
    const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
    expect(before).toBeLessThan(checked / 2);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await problemIn(refused[0] ?? other)).toMatchObject({
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
    const refused = await preview(text, world.admin, 60);
    expect(refused.status).toBe(422);
    const { code, detail } = await problemIn(refused);
    expect(code).toBe('query-failed');
    expect(detail).toContain(`SQLSTATE ${state}`);
    expect(detail).toMatch(/\d|limit|maximum/);
    expect((await preview(honest, world.admin, 60)).status).toBe(200);
    const saved = await world.call('POST', '', {
      ...{ name: 'Beyond', sql_query: text, supported_chart_types: ['table'] },
      default_chart_type: 'table',
    });
    expect(saved.status).toBe(422);
  });
});

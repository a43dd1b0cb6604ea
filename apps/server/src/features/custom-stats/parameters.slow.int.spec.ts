import {
  type CustomStatResult,
  customStatListSchema,
  customStatResultSchema,
  customStatSchema,
  exportedRowsSchema,
} from '@portal/contracts/custom-stats';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
import { runs, share } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.js';
import { problemIn } from '../../testing/requests.js';
import { openStatsWorld, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
beforeAll(async () => {
  world = await openStatsWorld();
  const { db } = world.server;
  await db.query(
    `UPDATE core.task SET completed_at = timestamptz '2026-01-01 07:30Z' + turing_task_id % 10 * interval '1 day'`,
  );
  await db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name) SELECT id, 2, 'Two' FROM core.project WHERE id > 0`,
  );
  await db.query('UPDATE core.task SET turing_batch_id = 2 WHERE turing_task_id % 10 > 3');
});
afterAll(() => world.server.stop());

/** What each parameter is, and the tasks that the filters leave. */
const ECHO = `SELECT {{ start_date }} AS first, {{ end_date }} AS last, {{ batch_ids }} AS batches,
  string_agg((turing_task_id % 10)::text, ',' ORDER BY turing_task_id) AS tasks
FROM tasks
WHERE ({{ start_date }} IS NULL OR completed_at::date >= {{ start_date }})
  AND ({{ end_date }} IS NULL OR completed_at::date <= {{ end_date }})
  AND ({{ batch_ids }} IS NULL OR turing_batch_id = ANY ({{ batch_ids }}))`;

async function data(path: string, body?: unknown): Promise<CustomStatResult['data']> {
  const response = await world.call('POST', path, body);
  if (response.status !== 200) throw new Error(await response.text());
  return customStatResultSchema.parse(await response.json()).data;
}

describe('parameters of a custom statistic', () => {
  it('CST-113 are bound to the values of a run, a preview and an export; null without', async () => {
    const { id } = await world.create({ sql_query: ECHO });
    const cases: [string, (string | null)[]][] = [
      ['', [null, null, null, '1,2,3,4,5']],
      // The reporting day of 07:30 UTC is the day before.
      ['start_date=2026-01-03', ['2026-01-03', null, null, '3,4,5']],
      ['start_date=2026-01-02&end_date=2026-01-02', ['2026-01-02', '2026-01-02', null, '2']],
      ['batch_ids=2', [null, null, '{2}', '4,5']],
      ['batch_ids=2&batch_ids=1&end_date=2026-01-04', [null, '2026-01-04', '{1,2}', '1,2,3,4']],
      ['batch_ids=9007199254740991', [null, null, '{9007199254740991}', null]],
    ];
    for (const [query, expected] of cases) {
      expect(await data(`${id}/execute?${query}`)).toEqual([expected]);
      expect(await data(`preview?${query}`, { sql_query: ECHO })).toEqual([expected]);
      const file = await world.call('GET', `${id}/export?format=json&${query}`);
      const [row] = exportedRowsSchema.parse(await file.json());
      expect(Object.values(row ?? {})).toEqual(expected);
      const csv = await world.call('GET', `${id}/export?format=csv&${query}`);
      expect((await csv.text()).split('\r\n')[1]).toContain(`${expected[0] ?? ''},`);
    }
    const bulk = await world.call('POST', 'bulk-execute?start_date=2026-01-05', { stat_ids: [id] });
    expect(await bulk.json()).toMatchObject({
      results: [{ stat_id: id, data: [['2026-01-05', null, null, '5']] }],
    });
  });

  it('CST-113 are refused by their name if they are no days, out of order or no batches', async () => {
    const { id } = await world.create({ sql_query: ECHO });
    for (const [query, name] of [
      ['start_date=today', 'start_date'],
      ['start_date=2026-02-30', 'start_date'],
      ['start_date=0000-01-01', 'start_date'],
      ['end_date=2026-01-01T00:00:00Z', 'end_date'],
      ['start_date=2026-01-02&end_date=2026-01-01', 'end_date'],
      ['batch_ids=1&batch_ids=x', 'batch_ids'],
      ['batch_ids=', 'batch_ids'],
      ['batch_ids=9007199254740992', 'batch_ids'],
      [Array.from({ length: 1_001 }, (_, n) => `batch_ids=${n + 1}`).join('&'), 'batch_ids'],
      ['project_id=2', 'project_id'],
    ]) {
      for (const refused of [
        await world.call('POST', `${id}/execute?${query}`),
        await world.call('POST', `bulk-execute?${query}`, {}),
        await world.call('POST', `preview?${query}`, { sql_query: ECHO }),
        await world.call('GET', `${id}/export?format=csv&${query}`),
      ]) {
        expect([query, refused.status]).toEqual([query, 400]);
        const [first] = (await problemIn(refused)).errors ?? [];
        expect(first?.pointer.split('/')[0]).toBe(name);
      }
    }
    expect(await data(`${id}/execute?start_date=2026-01-01&end_date=2026-01-01`)).toHaveLength(1);
  });

  it('CST-113 have no effect on a statistic that does not use them', async () => {
    const { id } = await world.create({ sql_query: 'SELECT count(*) FROM tasks' });
    expect(await data(`${id}/execute?start_date=2030-01-01&batch_ids=7`)).toEqual([['5']]);
  });

  it('CST-114 are named by the statistic, as the guard reads its text', async () => {
    const whole = await world.create({ sql_query: ECHO });
    expect(whole.parameters).toEqual(['start_date', 'end_date', 'batch_ids']);
    const text = `SELECT {{ project_id }}, '{{ start_date }}', {{end_date}} -- {{ batch_ids }}`;
    const some = await world.create({ sql_query: text });
    expect(some.parameters).toEqual(['end_date']);
    const none = await world.create({
      sql_query: 'SELECT week_start_date FROM pod_weekly_targets',
    });
    expect(none.parameters).toEqual([]);

    const seen = async (path: string): Promise<unknown> =>
      (await world.call('GET', path, undefined, world.trainer)).json();
    const one = customStatSchema.parse(await seen(String(some.id)));
    expect(one).toMatchObject({ sql_query: null, parameters: ['end_date'] });
    const list = customStatListSchema.parse(await seen(''));
    const named = new Map(list.map(({ id, parameters }) => [id, parameters]));
    expect([whole, some, none].map(({ id }) => named.get(id))).toEqual(
      [whole, some, none].map(({ parameters }) => parameters),
    );
    const changed = await world.call('PUT', String(some.id), {
      sql_query: 'SELECT {{ batch_ids }}',
    });
    expect(customStatSchema.parse(await changed.json()).parameters).toEqual(['batch_ids']);
    // They follow from the query, and are no field that a client sets.
    const set = await world.call('PUT', String(some.id), { parameters: [] });
    expect((await problemIn(set)).errors?.[0]?.pointer).toBe('/parameters');
  });

  it('CST-115 are a part of what results are cached by, as far as the statistic uses them', async () => {
    const { id } = await world.create({
      sql_query:
        'SELECT count(*) FROM tasks WHERE {{ batch_ids }} IS NULL OR turing_batch_id = ANY ({{ batch_ids }})',
    });
    const run = vi.spyOn(world.server.app.get(Sandbox), 'run').mockClear();
    const times: [string, string, number][] = [
      ['batch_ids=1', '3', 1],
      ['batch_ids=2', '2', 2],
      ['', '5', 3],
      ['batch_ids=1&batch_ids=2', '5', 4],
      ['batch_ids=2&batch_ids=1&batch_ids=1', '5', 4],
      ['batch_ids=1&start_date=2026-01-01', '3', 4],
      ['batch_ids=2&end_date=2020-01-01', '2', 4],
      ['start_date=2026-01-01', '5', 4],
    ];
    for (const [query, count, ran] of times) {
      expect([query, await data(`${id}/execute?${query}`)]).toEqual([query, [[count]]]);
      expect([query, run.mock.calls.length]).toEqual([query, ran]);
    }
    run.mockRestore();
  });

  it('CST-115 separate the runs of viewers who ask at the same time', async () => {
    const { id } = await world.create({ sql_query: ECHO });
    const filters = fc.record({
      start: fc.option(fc.integer({ min: 1, max: 5 })),
      batch: fc.option(fc.constantFrom(1, 2)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(filters, { minLength: 2, maxLength: 8 }), async (viewers) => {
        const answers = await Promise.all(
          viewers.map(({ start, batch }) => {
            const query = [
              ...(start === null ? [] : [`start_date=2026-01-0${start}`]),
              ...(batch === null ? [] : [`batch_ids=${batch}`]),
            ];
            return data(`${id}/execute?${query.join('&')}`);
          }),
        );
        expect(answers).toEqual(
          viewers.map(({ start, batch }) => {
            const tasks = [1, 2, 3, 4, 5].filter(
              (n) => n >= (start ?? 0) && (batch === null || batch === (n > 3 ? 2 : 1)),
            );
            const first = start === null ? null : `2026-01-0${start}`;
            return [[first, null, batch === null ? null : `{${batch}}`, tasks.join(',') || null]];
          }),
        );
      }),
      { numRuns: runs(8) },
    );
  });

  it('CST-116 a hostile value is refused at the boundary, and changes nothing', async () => {
    const { id } = await world.create({ sql_query: ECHO });
    const run = vi.spyOn(world.server.app.get(Sandbox), 'run').mockClear();
    const hostile = [
      `2026-01-01'; DROP TABLE core.task; --`,
      `2026-01-01' OR '1'='1`,
      '{{ project_id }}',
      '$1',
      'null',
      'infinity',
      '-infinity',
      'epoch',
      '1,2',
      '{1}',
      '[1]',
      '1)) OR ((true',
      '-1',
      '0x1',
      '1e3',
      '٣',
      '2026-01-01\0',
      ...share(NAUGHTY_STRINGS, 5, 0).filter(
        (text) => text.length < 1_000 && !/\p{Surrogate}/u.test(text),
      ),
    ];
    for (const value of hostile) {
      for (const name of ['start_date', 'end_date', 'batch_ids']) {
        const query = new URLSearchParams({ [name]: value });
        const answer = await world.call('POST', `${id}/execute?${query}`);
        const problem = await problemIn(answer).catch(() => undefined);
        if (name === 'batch_ids' && /^[1-9]\d{0,14}$/.test(value)) continue;
        if (/^\d{4}-\d\d-\d\d$/.test(value)) continue;
        expect([name, value, answer.status]).toEqual([name, value, 400]);
        expect(problem?.errors?.[0]?.pointer.split('/')[0]).toBe(name);
      }
    }
    for (const [{ sql, parameters }] of run.mock.calls) {
      expect(sql).not.toMatch(/DROP|core\./);
      expect(parameters?.length).toBe(3);
    }
    run.mockRestore();
    expect(await data(`${id}/execute`)).toEqual([[null, null, null, '1,2,3,4,5']]);
  });
});

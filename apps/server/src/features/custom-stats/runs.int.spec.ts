import { randomUUID } from 'node:crypto';
import {
  bulkResultSchema,
  type CustomStatResult,
  customStatResultSchema,
  runQueueSchema,
} from '@portal/contracts/custom-stats';
import { forgetFailure, noteFailure } from '@portal/persistence/custom-stats/runs';
import { sql } from '@portal/persistence/sql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RevisionCache } from '../../response-cache/revision-cache.js';
import { problemIn, send } from '../../testing/requests.js';
import { sandboxReady } from '../../testing/sandbox-ready.js';
import { startTestServer } from '../../testing/test-server.js';
import { openStatsWorld, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
beforeAll(async () => {
  world = await openStatsWorld();
});
afterAll(() => world.server.stop());

const ENDLESS =
  'SELECT count(*) FROM tasks a, tasks b, generate_series(1, 99999) x, generate_series(1, 99999) y';

async function execute(id: number, query = '', user = world.trainer): Promise<CustomStatResult> {
  const response = await world.call('POST', `${id}/execute${query}`, undefined, user);
  if (response.status !== 200) throw new Error(await response.text());
  return customStatResultSchema.parse(await response.json());
}

/** From the declaration of the cursor to the end of its transaction. */
async function running(): Promise<number> {
  const [row] = await world.server.db.query<{ count: number }>(sql`
    SELECT count(*)::integer FROM pg_stat_activity
    WHERE usename LIKE 'portal!_sandbox!_role!_%' ESCAPE '!' AND datname = current_database()
      AND state <> 'idle' AND query LIKE 'DECLARE portal!_run%' ESCAPE '!'`);
  return row?.count ?? 0;
}

/** A statistic that runs until it is stopped. Its creation has declared it, too, to check it. */
async function createEndless(of = world) {
  const stat = await of.create({ sql_query: ENDLESS });
  await expect.poll(running).toBe(0);
  return stat;
}

describe('a run of a custom statistic', () => {
  it('CST-117 is remembered if it fails by its query, until one has a result', async () => {
    const zero = `(SELECT count(*) FROM tasks WHERE status = 'delivered')`;
    const stat = await world.create({ sql_query: `SELECT 1 / ${zero} AS share` });
    const isFailing = async () =>
      (
        await world.server.db.query('SELECT FROM core.custom_stat_failure WHERE stat_id = $1', [
          stat.id,
        ])
      ).length > 0;
    expect(await isFailing()).toBe(false);
    expect((await world.call('POST', `${stat.id}/execute`, undefined, world.trainer)).status).toBe(
      422,
    );
    await expect.poll(isFailing).toBe(true);
    const { db } = world.server;
    await db.query(
      `UPDATE core.custom_stat SET sql_query = 'SELECT 1 AS share', version = version + 1 WHERE id = $1`,
      [stat.id],
    );
    await execute(stat.id);
    await expect.poll(isFailing).toBe(false);
    // The end of a run of the statistic as it was, which says nothing of what it is now.
    await noteFailure(db, stat);
    expect(await isFailing()).toBe(false);
    const now = { id: stat.id, version: stat.version + 1 };
    await noteFailure(db, now);
    await forgetFailure(db, stat);
    expect(await isFailing()).toBe(true);
    // A deletion of its project may take long: no run waits for it.
    await db.transaction(async (tx) => {
      await tx.query('SELECT FROM core.custom_stat WHERE id = $1 FOR UPDATE', [stat.id]);
      await forgetFailure(db, now);
    });
    expect(await isFailing()).toBe(true);
    await forgetFailure(db, now);
    expect(await isFailing()).toBe(false);
  });

  it('CST-10 returns typed columns, rows, and whether there are more', async () => {
    const stat = await world.create({
      sql_query: `SELECT status, count(*) AS tasks, 1.50 AS exact, {{ project_id }} AS project
        FROM tasks GROUP BY status ORDER BY status`,
    });
    const result = await execute(stat.id);
    expect(result).toEqual({
      stat_id: stat.id,
      epoch: result.epoch,
      revision: result.revision,
      columns: [
        { name: 'status', type: 'text' },
        { name: 'tasks', type: 'bigint' },
        { name: 'exact', type: 'numeric' },
        { name: 'project', type: 'integer' },
      ],
      data: [
        ['completed', '2', '1.50', world.alpha],
        ['pending', '3', '1.50', world.alpha],
      ],
      row_count: 2,
      truncated: false,
      execution_time_ms: result.execution_time_ms,
      aggregated_data: null,
      grand_totals: null,
      error: null,
    });
    const cut = await execute(stat.id, '?max_rows=1');
    expect(cut).toMatchObject({ data: [['completed', '2', '1.50', world.alpha]], truncated: true });
  });

  it('CST-11 bounds its limits, and has defaults per kind', async () => {
    const rows = await world.create({ sql_query: 'SELECT * FROM generate_series(1, 1500) AS n' });
    expect((await execute(rows.id)).row_count).toBe(1000);
    expect((await execute(rows.id, '?max_rows=10000')).row_count).toBe(1500);
    const preview = await world.call('POST', 'preview', { sql_query: rows.sql_query });
    expect(customStatResultSchema.parse(await preview.json())).toMatchObject({
      stat_id: null,
      row_count: 100,
      truncated: true,
    });
    for (const query of [
      ...['max_rows=0', 'max_rows=10001', 'timeout_seconds=0', 'timeout_seconds=121'],
      ...['max_rows=many', 'rows=5', 'run_id=mine'],
    ]) {
      const refused = await world.call('POST', `${rows.id}/execute?${query}`);
      expect(refused.status).toBe(400);
      expect((await problemIn(refused)).errors?.[0]?.pointer).toBe(query.split('=')[0]);
    }
  });

  it('CST-12 reports the error and its position', async () => {
    const stat = await world.create({
      sql_query: `SELECT turing_task_id,\n  {{ project_id }} + nothing.n FROM tasks,\n  (SELECT 1 AS n) nothing WHERE 1 / (turing_task_id - turing_task_id) = 1`,
    });
    const failed = await world.call('POST', `${stat.id}/execute`);
    expect(failed.status).toBe(422);
    const { code, detail } = await problemIn(failed);
    expect(code).toBe('query-failed');
    expect(detail).toBe('Division by zero (SQLSTATE 22012)');
    const slow = await createEndless();
    const late = await world.call('POST', `${slow.id}/execute?timeout_seconds=1`);
    expect((await problemIn(late)).code).toBe('query-timeout');
    await expect.poll(running).toBe(0);
  });

  it('CST-61 shows its place in the queue while it waits, and in the refusal when the queue is full', async () => {
    const away = new AbortController();
    const queue = async () => {
      const response = await world.call('GET', 'queue', undefined, world.trainer);
      return runQueueSchema.parse(await response.json());
    };
    const slow = await createEndless();
    const bodies = Array.from({ length: 60 }, (_, n) => `${slow.id}/execute?max_rows=${n + 1}`);
    // Different limits are different runs; more than the project can run and let wait.
    const calls = bodies.map(async (path) => {
      const response = await fetch(world.url(path), {
        method: 'POST',
        headers: { authorization: `Bearer ${world.trainer.token}` },
        signal: away.signal,
      });
      const { queue_position, code } = await problemIn(response);
      return { code, queue_position, retry: response.headers.get('retry-after') };
    });
    const refused = await Promise.any(calls);
    expect(refused.code).toBe('too-many-requests');
    expect(refused.queue_position).toBeGreaterThan(1);
    expect(refused.retry).not.toBeNull();
    const { running: active, waiting } = await queue();
    expect(active.length).toBeGreaterThan(0);
    expect(waiting.map(({ stat_id }) => stat_id)).toContain(slow.id);
    expect(waiting.map(({ queue_position }) => queue_position)).toEqual(
      waiting.map((_, index) => index + 1),
    );
    expect((await world.call('GET', 'queue', undefined, world.outsider)).status).toBe(404);
    away.abort();
    await Promise.allSettled(calls);
    await expect.poll(queue).toEqual({ running: [], waiting: [] });
  });

  it('CST-13 runs for many statistics separately, in the requested order', async () => {
    const good = await world.create();
    const bad = await world.create({ sql_query: 'SELECT 1 / n FROM generate_series(0, 1) AS n' });
    const ids = [bad.id, 999_999, good.id];
    const response = await world.call('POST', 'bulk-execute', { stat_ids: ids }, world.trainer);
    const { results } = bulkResultSchema.parse(await response.json());
    expect(results.map(({ stat_id }) => stat_id)).toEqual(ids);
    expect(results.map(({ error }) => error?.code ?? null)).toEqual([
      ...['query-failed', 'not-found', null],
    ]);
    const repeated = await world.call('POST', 'bulk-execute', { stat_ids: [good.id, good.id] });
    expect(bulkResultSchema.parse(await repeated.json()).results).toHaveLength(1);
    expect(results[2]).toMatchObject(await execute(good.id));

    const hidden = await world.create({ is_active: false });
    const all = await world.call('POST', 'bulk-execute?timeout_seconds=1', {}, world.trainer);
    const seen = bulkResultSchema.parse(await all.json()).results.map(({ stat_id }) => stat_id);
    expect(seen).toContain(good.id);
    expect(seen).not.toContain(hidden.id);
  });

  it('CST-13 CST-17 must be requested alone if its result is too large', async () => {
    const large = await Promise.all(
      ['a', 'b', 'c'].map((letter) =>
        world.create({
          sql_query: `SELECT repeat('${letter}', 1400) AS text FROM generate_series(1, 9000)`,
        }),
      ),
    );
    const stat_ids = large.map(({ id }) => id);
    const response = await world.call('POST', 'bulk-execute?max_rows=10000', { stat_ids });
    const { results } = bulkResultSchema.parse(await response.json());
    const refused = results.flatMap(({ error }) => error?.code ?? []);
    expect(refused).toEqual(['query-too-large']);
    const [first = 0] = stat_ids;
    expect((await execute(first, '?max_rows=10000')).row_count).toBe(9_000);
  });

  it('CST-14 previews without storing anything', async () => {
    const count = () => world.server.db.query<unknown>('SELECT count(*) FROM core.custom_stat');
    const before = await count();
    const grouped = {
      sql_query: 'SELECT status, turing_task_id AS id FROM tasks ORDER BY id',
      ...{ enable_aggregation: true, aggregation_column: 'status', aggregation_method: 'count' },
    };
    const response = await world.call('POST', 'preview', grouped);
    expect(customStatResultSchema.parse(await response.json())).toMatchObject({
      stat_id: null,
      grand_totals: [null, 5],
    });
    expect(await count()).toEqual(before);
    const wrong = await world.call('POST', 'preview', {
      ...grouped,
      aggregation_column: 'nothing',
    });
    expect((await problemIn(wrong)).errors?.[0]?.pointer).toBe('/aggregation_column');
    expect((await world.call('POST', 'preview', grouped, world.trainer)).status).toBe(403);
    expect((await world.call('POST', 'preview', grouped, world.outsider)).status).toBe(404);
  });

  it('CST-15 can be cancelled by its id on any server, by its caller only', async () => {
    const { databaseUrl, jwtSecret } = world.server.config;
    const other = await startTestServer({ databaseUrl, config: { jwtSecret } });
    try {
      // Its first queries as a sandbox role try what the role may do.
      await sandboxReady(other);
      const stat = await createEndless();
      const runId = randomUUID();
      const run = world.call('POST', `${stat.id}/execute?run_id=${runId}`);
      await expect.poll(running).toBe(1);
      const cancel = (base: string, user: StatsWorld['admin']) =>
        send(
          'POST',
          `${base}/api/v1/projects/${world.alpha}/custom-stats/runs/${runId}/cancel`,
          user.token,
        );
      expect((await cancel(world.server.baseUrl, world.trainer)).status).toBe(202);
      const again = await world.call('POST', `${stat.id}/execute?run_id=${runId}`);
      expect((await problemIn(again)).code).toBe('conflict');
      expect(await running()).toBe(1);
      expect((await cancel(other.baseUrl, world.admin)).status).toBe(202);
      expect((await problemIn(await run)).code).toBe('query-cancelled');
      await expect.poll(running).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it('CST-16 is cancelled when its last client disconnects', async () => {
    const stat = await createEndless();
    const ask = (gone: AbortController) =>
      fetch(world.url(`${stat.id}/execute`), {
        method: 'POST',
        headers: { authorization: `Bearer ${world.admin.token}` },
        signal: gone.signal,
      }).catch((error: unknown) => error);
    const [first, second] = [new AbortController(), new AbortController()];
    const get = vi.spyOn(RevisionCache.prototype, 'get');
    const asked = [ask(first), ask(second)];
    await expect.poll(running).toBe(1);
    // Both wait for the run, not only the one that started it.
    await expect.poll(() => get.mock.calls.length).toBe(2);
    // Only equal lookups share a run; a commit between them would make two runs.
    const lookups = get.mock.calls.map(([lookup]) => lookup);
    expect(lookups[1]).toEqual(lookups[0]);
    get.mockRestore();
    first.abort();
    await asked[0];
    expect(await running()).toBe(1);
    second.abort();
    await expect.poll(running).toBe(0);
    await asked[1];
  });

  it('CST-16 is watched without more listeners on its response than Node expects', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): number => warnings.push(warning);
    process.on('warning', note);
    try {
      const stat = await world.create({ sql_query: 'SELECT 1 AS one' });
      await execute(stat.id);
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', note);
    }
  });

  it('SBX-29 is cancelled when its server stops, without waiting for the query', async () => {
    const other = await openStatsWorld(startTestServer);
    const stat = await createEndless(other);
    const run = other.call('POST', `${stat.id}/execute?timeout_seconds=120`);
    const bound = () =>
      other.server.db.query<unknown>(
        'SELECT FROM reporting.sandbox_role WHERE expires_at > clock_timestamp()',
      );
    await expect.poll(async () => (await bound()).length).toBe(1);
    await other.server.stop();
    expect((await problemIn(await run)).code).toBe('unavailable');
  });
});

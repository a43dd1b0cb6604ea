import { runs } from '@portal/testing/runs';
import { type CustomStat, customStatResultSchema } from '@portal/contracts/custom-stats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.js';
import { openStatsWorld, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
beforeAll(async () => {
  world = await openStatsWorld();
});
afterAll(() => world.server.stop());

const QUERIES = [
  'SELECT turing_task_id, status, user_email, completed_at::date FROM tasks ORDER BY 1',
  'SELECT status, count(*), sum(number_of_turns) FROM tasks GROUP BY 1 ORDER BY 1',
  'SELECT turing_review_id, score FROM task_reviews ORDER BY 1',
  'SELECT p.name, p.client, b.name, b.status FROM projects p, batches b ORDER BY 1, 3',
  'SELECT m.pod_name, m.user_email, m.role, w.daily_tasks_target FROM pod_members m LEFT JOIN pod_weekly_targets w USING (pod_name) ORDER BY 1, 2',
  'SELECT {{ project_id }}, count(*) FROM pods',
];

/** One change of each kind of data that a view shows. */
const CHANGES = [
  `UPDATE core.task SET status = 'rework', number_of_turns = number_of_turns + 1 WHERE turing_task_id % 5 = $1 % 5`,
  `DELETE FROM core.task WHERE turing_task_id % 1000 = $1`,
  `UPDATE core.task SET completed_at = timestamptz '2026-01-01' + $1 * interval '1 day' WHERE turing_task_id % 2 = 0`,
  `INSERT INTO core.task_review (turing_review_id, turing_task_id, status, score)
     SELECT (SELECT coalesce(max(turing_review_id), 0) + 1 FROM core.task_review),
       min(turing_task_id), 'done', $1
     FROM core.task HAVING count(*) > 0`,
  `DELETE FROM core.task_review WHERE turing_review_id % 3 = $1 % 3`,
  `UPDATE core.batch SET name = 'Batch ' || $1::integer`,
  `UPDATE core.project SET client = 'Client ' || $1::integer WHERE id > 0`,
  `INSERT INTO core.pod (name, project_id) SELECT 'Pod ' || $1::integer, min(id) FROM core.project WHERE id > 0 ON CONFLICT DO NOTHING`,
  `INSERT INTO core.pod_member (pod_name, user_email) SELECT min(name), 'trainer@example.org' FROM core.pod HAVING $1 > 0 AND min(name) IS NOT NULL ON CONFLICT DO NOTHING`,
  `INSERT INTO core.pod_weekly_target (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     SELECT min(name), date '2026-01-05' + 7 * $1::integer, date '2026-01-11' + 7 * $1::integer, $1, 5
     FROM core.pod HAVING min(name) IS NOT NULL ON CONFLICT DO NOTHING`,
  `UPDATE core.pod_weekly_target SET daily_tasks_target = $1 + 10`,
  `UPDATE core.app_user SET name = 'Name ' || $1::integer, email = 'p' || $1::integer || '@example.org' WHERE email LIKE 'p%'`,
  `DELETE FROM core.pod WHERE name = 'Pod ' || $1::integer`,
];

const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      change: fc.constantFrom(...CHANGES),
      number: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ query: fc.nat(QUERIES.length - 1), rows: fc.constantFrom(2, 1000) }),
  },
);

describe('cached results', () => {
  it('CST-30 equal those of a new run, after any change', async () => {
    // One by one: more than a few checks at once are refused on a busy machine.
    const stats: CustomStat[] = [];
    for (const sql_query of QUERIES) stats.push(await world.create({ sql_query }));
    const sandbox = world.server.app.get(Sandbox);
    const executed = vi.spyOn(sandbox, 'run');
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        for (const each of steps) {
          if ('change' in each) {
            await world.server.db.query(each.change, [each.number]);
            continue;
          }
          const stat = stats[each.query];
          const response = await world.call('POST', `${stat?.id}/execute?max_rows=${each.rows}`);
          asked += 1;
          const answer = customStatResultSchema.parse(await response.json());
          const fresh = await world.call('POST', `preview?max_rows=${each.rows}`, {
            sql_query: stat?.sql_query,
          });
          const { data, truncated } = customStatResultSchema.parse(await fresh.json());
          expect([answer.data, answer.truncated]).toEqual([data, truncated]);
        }
      }),
      { numRuns: runs(6) },
    );
    // Each preview is a separate run.
    const ofExecutions = executed.mock.calls.length - asked;
    expect(ofExecutions).toBeGreaterThan(QUERIES.length);
    expect(ofExecutions).toBeLessThan(asked);
  });

  it('CST-30 are read again after a change of the statistic', async () => {
    const stat = await world.create({ sql_query: 'SELECT 1 AS n' });
    const data = async () => {
      const response = await world.call('POST', `${stat.id}/execute`);
      return customStatResultSchema.parse(await response.json()).data;
    };
    expect(await data()).toEqual([[1]]);
    await world.call('PUT', String(stat.id), { sql_query: 'SELECT 2 AS n' });
    expect(await data()).toEqual([[2]]);
  });

  it('CST-30 stay when statistics are created, renamed, reordered or deleted', async () => {
    const stat = await world.create({ sql_query: QUERIES[0] ?? '' });
    const timeOf = async (): Promise<number> => {
      const response = await world.call('POST', `${stat.id}/execute`);
      return customStatResultSchema.parse(await response.json()).execution_time_ms;
    };
    const time = await timeOf();
    const executed = vi.spyOn(world.server.app.get(Sandbox), 'run').mockClear();
    const { id: other } = await world.create();
    await world.call('PUT', String(stat.id), { display_order: 7, name: 'Renamed' });
    await world.call('DELETE', String(other));
    expect(await timeOf()).toBe(time);
    expect(executed).not.toHaveBeenCalled();
    await world.call('PUT', String(stat.id), {
      ...{ enable_aggregation: true, aggregation_column: 'status', aggregation_method: 'count' },
    });
    await timeOf();
    expect(executed).toHaveBeenCalledOnce();
  });

  it('CST-31 exclude queries that depend on the time', async () => {
    const stat = await world.create({ sql_query: 'SELECT clock_timestamp()' });
    const time = async () => {
      const response = await world.call('POST', `${stat.id}/execute`);
      return customStatResultSchema.parse(await response.json()).data[0]?.[0];
    };
    expect(await time()).not.toEqual(await time());
  });
});

import { customStatResultSchema, reportingSchemaSchema } from '@portal/contracts/custom-stats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from '../../testing/requests.js';
import { openStatsWorld, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
beforeAll(async () => {
  world = await openStatsWorld();
});
afterAll(() => world.server.stop());

async function schema() {
  const response = await get(
    `${world.server.baseUrl}/api/v1/custom-stats/schema`,
    world.trainer.token,
  );
  return reportingSchemaSchema.parse(await response.json());
}

describe('the reporting schema', () => {
  it('CST-50 has the views with each column, its type and its meaning', async () => {
    const { views, functions, placeholders } = await schema();
    expect(views.map(({ name }) => name)).toEqual([
      ...['tasks', 'task_reviews', 'batches', 'pods', 'pod_members', 'pod_weekly_targets'],
      'projects',
    ]);
    const silent = views.flatMap((view) =>
      [view, ...view.columns].filter(({ description }) => description === ''),
    );
    expect(silent).toEqual([]);
    expect(views[0]?.columns).toContainEqual({
      ...{ name: 'metadata', type: 'jsonb' },
      description: 'Other data from the task file, as JSON',
    });
    for (const { name, columns } of views) {
      const list = columns.map((column) => `"${column.name}"::${column.type}`).join(', ');
      const response = await world.call('POST', 'preview', {
        sql_query: `SELECT ${list} FROM ${name}`,
      });
      expect(response.status).toBe(200);
    }
    expect(functions).toContain('date_trunc');
    expect(placeholders.map(({ name }) => name)).toEqual([
      ...['{{ project_id }}', '{{ start_date }}', '{{ end_date }}', '{{ batch_ids }}'],
    ]);
  });

  it('CST-51 has examples that can be saved and run unchanged', async () => {
    const { examples } = await schema();
    expect(examples.length).toBeGreaterThan(5);
    for (const { aggregation_column, ...example } of examples) {
      const stat = await world.create({
        ...example,
        ...(aggregation_column !== null && { enable_aggregation: true, aggregation_column }),
      });
      const response = await world.call('POST', `${stat.id}/execute`);
      const result = customStatResultSchema.parse(await response.json());
      expect(result.columns.length).toBeGreaterThan(1);
      expect(result.aggregated_data === null).toBe(aggregation_column === null);
    }
  });
});

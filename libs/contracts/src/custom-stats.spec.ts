import { expect, it } from 'vitest';
import { newCustomStatSchema } from './custom-stats.js';

const VALID = {
  name: 'Weekly',
  sql_query: 'SELECT 1',
  supported_chart_types: ['bar'],
  default_chart_type: 'bar',
};

function refusedIn(part: object): unknown[] {
  const { error } = newCustomStatSchema.safeParse({ ...VALID, ...part });
  return (error?.issues ?? []).map(({ path }) => path[0]);
}

it('CSTPAGE-21 a missing aggregation column is named together with all other errors', () => {
  const blank = { name: '', sql_query: '', supported_chart_types: [], default_chart_type: '' };
  expect(refusedIn({ ...blank, enable_aggregation: true, aggregation_column: ' ' })).toEqual([
    ...['name', 'sql_query', 'supported_chart_types', 'default_chart_type', 'aggregation_column'],
  ]);
  expect(refusedIn({ enable_aggregation: true })).toEqual(['aggregation_column']);
  expect(refusedIn({ name: '', enable_aggregation: true })).toEqual(['name', 'aggregation_column']);
  expect(refusedIn({ name: '', enable_aggregation: 'yes' })).toEqual([
    'name',
    'enable_aggregation',
  ]);
  expect(refusedIn({ enable_aggregation: true, aggregation_column: 'n' })).toEqual([]);
  expect(refusedIn({})).toEqual([]);
});

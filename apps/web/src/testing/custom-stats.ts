import type { CustomStat, CustomStatResult, ReportingSchema } from '@portal/contracts/custom-stats';

/** An active statistic with a table, with the fields of `over`. */
export function stat(id: number, over: Partial<CustomStat> = {}): CustomStat {
  return {
    id,
    project_id: 1,
    name: `Statistic ${id}`,
    description: null,
    sql_query: `SELECT ${id} AS n`,
    parameters: [],
    supported_chart_types: ['table', 'bar', 'line', 'doughnut'],
    default_chart_type: 'table',
    enable_aggregation: false,
    aggregation_column: null,
    aggregation_method: 'sum',
    display_order: id,
    is_active: true,
    audience: 'members',
    version: 1,
    created_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-01-05T10:00:00Z',
    ...over,
  };
}

/** A result with statuses and their tasks, with the fields of `over`. */
export function result(over: Partial<CustomStatResult> = {}): CustomStatResult {
  const data = over.data ?? [
    ['completed', '12'],
    ['pending', '3'],
  ];
  return {
    stat_id: 1,
    epoch: '',
    revision: 1,
    columns: [
      { name: 'status', type: 'text' },
      { name: 'tasks', type: 'bigint' },
    ],
    data,
    row_count: data.length,
    truncated: false,
    execution_time_ms: 3,
    aggregated_data: null,
    grand_totals: null,
    error: null,
    ...over,
  };
}

/** An item of a bulk response. */
export function done(statId: number, over: Partial<CustomStatResult> = {}) {
  return { ...result(over), stat_id: statId };
}

export const SCHEMA: ReportingSchema = {
  views: [
    {
      name: 'tasks',
      description: 'One row for each task',
      columns: [
        { name: 'status', type: 'text', description: 'Status of the task' },
        { name: 'number_of_turns', type: 'integer', description: 'Turns' },
      ],
    },
    { name: 'batches', description: 'One row for each batch', columns: [] },
  ],
  functions: ['count', 'sum'],
  placeholders: [{ name: '{{ project_id }}', description: 'The current project' }],
  examples: [
    {
      name: 'Tasks by status',
      description: 'Number of tasks in each status.',
      sql_query: 'SELECT status, count(*) AS tasks FROM tasks GROUP BY status',
      supported_chart_types: ['doughnut', 'table'],
      default_chart_type: 'doughnut',
      aggregation_column: null,
      audience: 'members',
    },
  ],
};

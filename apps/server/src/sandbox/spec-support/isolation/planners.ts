import type pg from 'pg';

/** Planner settings, which sandbox roles may change. */
export const PLANNERS = [
  [],
  ['enable_seqscan = on', 'enable_indexscan = off', 'enable_bitmapscan = off'],
  ['enable_seqscan = on', 'enable_indexscan = off', 'cpu_operator_cost = 0'],
  ['max_parallel_workers_per_gather = 4', 'debug_parallel_query = on', 'parallel_setup_cost = 0'],
  ['enable_hashjoin = off', 'enable_mergejoin = off', 'enable_material = off'],
  ['enable_nestloop = off', 'enable_hashagg = off', 'join_collapse_limit = 1'],
];

/** Applies planner settings to the connection. */
export async function planBy(client: pg.Client, settings: readonly string[]): Promise<void> {
  const all = ['idle_session_timeout = 0', ...settings];
  await client.query(['RESET ALL', ...all.map((setting) => `SET ${setting}`)].join('; '));
}

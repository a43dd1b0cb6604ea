/** Names of the rows of a table, singular and plural, for refused deletions. */
const LABELS: Partial<Record<string, readonly [one: string, many: string]>> = {
  api_token: ['API token', 'API tokens'],
  batch: ['batch', 'batches'],
  custom_stat: ['custom statistic', 'custom statistics'],
  pod: ['pod', 'pods'],
  pod_member: ['pod member', 'pod members'],
  pod_weekly_target: ['weekly target', 'weekly targets'],
  task: ['task', 'tasks'],
  task_import: ['import', 'imports'],
  user_role: ['role assignment', 'role assignments'],
};

/** '1 pod', '3 pods', 'more than 10,000 tasks' */
export function countOf(table: string, count: number, max: number): string {
  const [one, many] = LABELS[table] ?? [`row of ${table}`, `rows of ${table}`];
  if (count > max) return `more than ${max.toLocaleString('en-US')} ${many}`;
  return `${count} ${count === 1 ? one : many}`;
}

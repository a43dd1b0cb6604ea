/** Names of the rows of a table, singular and plural, for refusals. */
const LABELS: Partial<Record<string, readonly [one: string, many: string]>> = {
  app_user: ['user', 'users'],
  api_token: ['API token', 'API tokens'],
  batch: ['batch', 'batches'],
  custom_stat: ['custom statistic', 'custom statistics'],
  permission: ['permission', 'permissions'],
  pod: ['pod', 'pods'],
  pod_member: ['pod member', 'pod members'],
  pod_weekly_target: ['weekly target', 'weekly targets'],
  project: ['project', 'projects'],
  refresh_token: ['session', 'sessions'],
  role: ['role', 'roles'],
  role_permission: ['permission of a role', 'permissions of roles'],
  task: ['task', 'tasks'],
  task_import: ['import', 'imports'],
  task_review: ['review', 'reviews'],
  user_role: ['role assignment', 'role assignments'],
};

/** 'pod 8' */
export function itemOf(table: string, key: string): string {
  const [one] = labelsOf(table);
  return `${one} ${key}`;
}

/** '1 pod', '3 pods', 'more than 10,000 tasks' */
export function countOf(table: string, count: number, max: number): string {
  if (count > max) return `more than ${max.toLocaleString('en-US')} ${labelOf(table, count)}`;
  return `${count} ${labelOf(table, count)}`;
}

/** 'pod', 'pods' */
export function labelOf(table: string, count: number): string {
  const [one, many] = labelsOf(table);
  return count === 1 ? one : many;
}

function labelsOf(table: string): readonly [one: string, many: string] {
  return LABELS[table] ?? [`row of ${table}`, `rows of ${table}`];
}

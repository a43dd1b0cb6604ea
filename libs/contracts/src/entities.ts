/** The tables that lists show. */
export const LISTED_TABLES = [
  'alert',
  'api_token',
  'app_user',
  'audit',
  'batch',
  'custom_stat',
  'file_format',
  'permission',
  'pod',
  'pod_member',
  'pod_weekly_target',
  'project',
  'review_claim',
  'review_reason',
  'role',
  'role_permission',
  'task',
  'user_role',
] as const;
export type ListedTable = (typeof LISTED_TABLES)[number];

/** What the rows of each recorded table are called, singular and plural, by their labels. */
const AUDITED = {
  alert: ['alert', 'alerts'],
  api_token: ['API token', 'API tokens'],
  batch: ['batch', 'batches'],
  custom_stat: ['custom statistic', 'custom statistics'],
  file_format: ['file format', 'file formats'],
  google_account: ['Google account', 'Google accounts'],
  task_import: ['import', 'imports'],
  permission: ['permission', 'permissions'],
  role_permission: ['permission of a role', 'permissions of roles'],
  pod: ['pod', 'pods'],
  pod_member: ['pod member', 'pod members'],
  project: ['project', 'projects'],
  review_reason: ['review reason', 'review reasons'],
  task_feedback: ['feedback', 'feedback'],
  task_review: ['review', 'reviews'],
  task_status_change: ['change of status', 'changes of status'],
  role: ['role', 'roles'],
  user_role: ['role assignment', 'role assignments'],
  refresh_token: ['session', 'sessions'],
  task: ['task', 'tasks'],
  app_user: ['user', 'users'],
  pod_weekly_target: ['weekly target', 'weekly targets'],
  webhook: ['webhook', 'webhooks'],
} as const;

/** A table whose changes the audit records. */
export type AuditedEntity = keyof typeof AUDITED;

const LABELS: Readonly<Partial<Record<string, readonly [one: string, many: string]>>> = AUDITED;

/** What an audit record may be about. */
export const AUDITED_ENTITIES: readonly string[] = Object.keys(AUDITED);

/** What rows of a table are called: 'pod', and for another number than 1 'pods' */
export function entityLabel(table: string, count = 1): string {
  const [one, many] = LABELS[table] ?? [wordsOf(table), wordsOf(table)];
  return count === 1 ? one : many;
}

/** A table of an older version may be in the audit. */
function wordsOf(table: string): string {
  return table.replaceAll('_', ' ');
}

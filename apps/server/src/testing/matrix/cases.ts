import { ALERT_CASES } from './alerts.cases.js';
import { CUSTOM_STATS_CASES } from './custom-stats.cases.js';
import { FOUNDATION_CASES } from './foundation.cases.js';
import { MANAGED_USER_CASES } from './managed-users.cases.js';
import { NOTIFICATION_CASES } from './notifications.cases.js';
import { POD_CASES } from './pods.cases.js';
import { PROJECT_CASES } from './projects.cases.js';
import { ROLE_CASES } from './roles.cases.js';
import type { RouteCase } from './route-case.js';
import { STATS_CASES } from './stats.cases.js';
import { TASK_CASES } from './tasks.cases.js';
import { USER_CASES } from './users.cases.js';
import { WEBHOOK_CASES } from './webhooks.cases.js';

/** One case for each route that needs a caller. */
export const CASES: readonly RouteCase[] = [
  ...FOUNDATION_CASES,
  ...PROJECT_CASES,
  ...MANAGED_USER_CASES,
  ...POD_CASES,
  ...STATS_CASES,
  ...CUSTOM_STATS_CASES,
  ...ALERT_CASES,
  ...ROLE_CASES,
  ...TASK_CASES,
  ...USER_CASES,
  ...NOTIFICATION_CASES,
  ...WEBHOOK_CASES,
];

/** A screen of the portal with the demo data, for accessibility tests and screenshots. */
export interface Screen {
  /** Name of its pictures. */
  readonly name: string;
  /** Path with the demo's names; `pathOf` inserts ids. */
  readonly path: string;
  /** Local part of the demo account that opens it; null if signed out. */
  readonly account: 'admin' | 'lead' | 'reviewer' | 'trainer' | null;
  /** A text that the screen shows once it is complete. */
  readonly shows: string;
}

/** The queries for the ids of the demo's trainer, of its import and of a task. */
const IDS: Readonly<Record<string, string>> = {
  '{userId}': `SELECT id::text FROM core.app_user WHERE email = 'trainer@example.com'`,
  '{importId}': `SELECT id::text FROM core.task_import WHERE file_name = 'demo-tasks.json'`,
  '{taskId}': `SELECT min(turing_task_id)::text AS id FROM core.task`,
};

/**
 * The path of a screen in a demo.
 * @param idBy the id that a query of the demo's database returns
 */
export async function pathOf(
  { path }: Screen,
  idBy: (sql: string) => Promise<string>,
): Promise<string> {
  const used = Object.entries(IDS).find(([placeholder]) => path.includes(placeholder));
  return used ? path.replace(used[0], await idBy(used[1])) : path;
}

/** Every screen. Project 1 and its pods Kestrel and Juniper are the demo's. */
export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/', account: null, shows: 'Sign in with Google' },
  { name: 'home', path: '/', account: 'lead', shows: 'Welcome Back!' },
  { name: 'about', path: '/about', account: null, shows: '0.0.0' },
  {
    name: 'project-dashboard',
    path: '/projects/1/dashboard',
    account: 'lead',
    shows: 'Project Batches',
  },
  { name: 'custom-stats', path: '/custom-stats', account: 'admin', shows: 'Most productive users' },
  { name: 'alerts', path: '/projects/1/alerts', account: 'admin', shows: 'Rework is high' },
  {
    name: 'delivery-stats',
    path: '/delivery-stats',
    account: 'admin',
    shows: 'Model-wise Breakdown',
  },
  { name: 'notifications', path: '/notifications', account: 'trainer', shows: 'Mark all as read' },
  { name: 'admin-projects', path: '/admin/projects', account: 'admin', shows: 'Rows per page' },
  { name: 'admin-project', path: '/admin/projects/1', account: 'admin', shows: 'have a role' },
  {
    name: 'admin-webhooks',
    path: '/admin/projects/1/webhooks',
    account: 'admin',
    shows: 'Warehouse',
  },
  { name: 'dashboard', path: '/dashboard', account: 'trainer', shows: 'Recent tasks' },
  {
    name: 'dashboard-of-lead',
    path: '/dashboard',
    account: 'lead',
    shows: 'Open the Lead Dashboard',
  },
  {
    name: 'dashboard-of-reviewer',
    path: '/dashboard',
    account: 'reviewer',
    shows: 'Open the review desk',
  },
  { name: 'dashboard-of-admin', path: '/dashboard', account: 'admin', shows: 'Your projects now' },
  {
    name: 'task-panel',
    path: '/projects/1/dashboard?task={taskId}',
    account: 'admin',
    shows: 'History',
  },
  {
    name: 'analytics-home',
    path: '/analytics-home?period=last_week',
    account: 'lead',
    shows: 'Task Completion Trends',
  },
  {
    name: 'trainer-stats',
    path: '/trainer-stats/trainer%40example.com',
    account: 'lead',
    shows: 'Completed At',
  },
  { name: 'pod-dashboard', path: '/pods/Kestrel', account: 'lead', shows: 'This week' },
  { name: 'pod-members', path: '/pods/Kestrel/members', account: 'lead', shows: 'Tess Oyelaran' },
  {
    name: 'lead-board',
    path: '/pods/Kestrel/lead-dashboard',
    account: 'lead',
    shows: 'Weekly targets',
  },
  {
    name: 'lead-board-of-40',
    path: '/pods/Juniper/lead-dashboard',
    account: 'admin',
    shows: 'Weekly targets',
  },
  {
    name: 'review-desk',
    path: '/pods/Kestrel/reviewer',
    account: 'reviewer',
    shows: 'Review next',
  },
  {
    name: 'wall-mode',
    path: '/pods/Kestrel/reviewer?kiosk=1',
    account: 'reviewer',
    shows: 'Task Review Progress',
  },
  {
    name: 'lead-board-without-targets',
    path: '/pods/Tamarind/lead-dashboard',
    account: 'admin',
    shows: 'No weekly targets set for this period',
  },
  {
    name: 'lead-board-wall',
    path: '/pods/Kestrel/lead-dashboard?kiosk=1',
    account: 'lead',
    shows: 'Pod Lead Dashboard',
  },
  {
    name: 'lead-board-wall-of-40',
    path: '/pods/Juniper/lead-dashboard?kiosk=1',
    account: 'admin',
    shows: 'Pod Lead Dashboard',
  },
  { name: 'empty-pod', path: '/pods/Marigold', account: 'admin', shows: 'no members' },
  { name: 'admin-tasks', path: '/admin/tasks', account: 'admin', shows: 'demo-tasks.json' },
  {
    name: 'admin-import',
    path: '/admin/tasks/{importId}',
    account: 'admin',
    shows: 'Import successful!',
  },
  { name: 'admin-task-list', path: '/admin/tasks/all', account: 'admin', shows: 'Rows per page' },
  {
    name: 'admin-task-history',
    path: '/admin/tasks/all/{taskId}/history',
    account: 'admin',
    shows: 'Created by the import of',
  },
  { name: 'admin-users', path: '/admin/users', account: 'admin', shows: 'Rows per page' },
  {
    name: 'admin-user',
    path: '/admin/users/{userId}/profile',
    account: 'admin',
    shows: 'Tess Oyelaran',
  },
  { name: 'admin-onboarding', path: '/admin/users/onboarding', account: 'admin', shows: 'Onboard' },
  {
    name: 'admin-api-tokens',
    path: '/admin/api-tokens?user={userId}',
    account: 'admin',
    shows: 'API Tokens',
  },
  { name: 'admin-roles', path: '/admin/roles', account: 'admin', shows: 'Rows per page' },
  {
    name: 'admin-permissions',
    path: '/admin/permissions',
    account: 'admin',
    shows: 'Rows per page',
  },
  { name: 'admin-pods', path: '/admin/pods', account: 'admin', shows: 'Kestrel' },
  {
    name: 'admin-pod-members',
    path: '/admin/pod-members',
    account: 'admin',
    shows: 'Rows per page',
  },
  {
    name: 'admin-weekly-targets',
    path: '/admin/weekly-targets',
    account: 'admin',
    shows: 'Rows per page',
  },
  {
    name: 'admin-review-reasons',
    path: '/admin/review-reasons',
    account: 'admin',
    shows: 'Rows per page',
  },
  {
    name: 'admin-custom-stats',
    path: '/admin/custom-stats',
    account: 'admin',
    shows: 'Running total of completed tasks',
  },
  {
    name: 'admin-audit',
    path: '/admin/audit?entity=custom_stat',
    account: 'admin',
    shows: "Created custom statistic 'Tasks by status'",
  },
  {
    name: 'admin-system',
    path: '/admin/system',
    account: 'admin',
    shows: 'Largest tables',
  },
  { name: 'not-found', path: '/lost', account: 'lead', shows: 'Page not found' },
];

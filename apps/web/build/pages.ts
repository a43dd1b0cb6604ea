/** The modules that a screen loads before it is complete, as their paths below `src`. */
const SIGNED_IN = [
  'app/query-scope',
  'app/shell/signed-in-shell',
  'app/shell/connection-badge',
  'app/shell/saving-theme-toggle',
  'app/shell/user-menu',
  'app/palette/palette-button',
  'ui/toaster',
  'live/connection',
];
const WORKSPACE = [...SIGNED_IN, 'app/shell/workspace-layout'];
const OF_PROJECT = [...WORKSPACE, 'app/guard/project-param'];
const POD = [...SIGNED_IN, 'app/pods/pod-layout', 'app/guard/require-permission'];
const ADMIN = [...SIGNED_IN, 'app/admin/admin-layout', 'app/guard/require-permission'];
const LIST = [...ADMIN, 'crud/crud-page', 'tables/virtual-rows'];

/** By path, as the routes of the client and of the server have it. */
export const PAGE_MODULES: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/about': ['app/query-scope', 'features/about/about-page'],
  '/google-login-callback': ['app/query-scope', 'features/about/google-login-callback-page'],
  '/dashboard': [...WORKSPACE, 'app/pages/dashboard-page'],
  '/custom-stats': [
    ...OF_PROJECT,
    'features/custom-stats/custom-stats-page',
    'features/custom-stats/views/result-chart',
  ],
  '/delivery-stats': [...OF_PROJECT, 'features/delivery/delivery-page'],
  '/analytics-home': [...OF_PROJECT, 'app/pages/analytics-home-page'],
  '/trainer-stats/:email': [
    ...WORKSPACE,
    'app/guard/require-permission',
    'features/trainer-stats/trainer-stats',
    'features/trainer-stats/daily-card',
    'features/trainer-stats/rework-card',
    'features/trainer-stats/tasks-card',
  ],
  '/projects/:projectId/dashboard': [
    ...WORKSPACE,
    'app/guard/project-scope',
    'features/dashboard/project-dashboard-page',
    'features/dashboard/status/status-card',
    'features/dashboard/activity/activity-card',
    'features/dashboard/batches/batch-list',
  ],
  '/pods/:podName': [...POD, 'features/pods/dashboard/pod-dashboard-page'],
  '/pods/:podName/members': [
    ...POD,
    'features/pods/members/members-page',
    'features/pods/members/add-member',
  ],
  '/pods/:podName/reviewer': [
    ...POD,
    'features/review-desk/review-desk-page',
    'features/review-desk/my-day/hour-chart',
  ],
  '/pods/:podName/lead-dashboard': [...POD, 'features/lead-board/lead-board'],
  '/admin/projects': [...ADMIN, 'features/projects/admin/projects-admin-page'],
  '/admin/projects/:projectId': [
    ...ADMIN,
    'features/projects/admin/project-page',
    'features/projects/users/user-field',
  ],
  '/admin/custom-stats': [...ADMIN, 'features/custom-stats/admin/stats-admin-page'],
  '/admin/tasks': [...ADMIN, 'app/pages/task-uploads-page'],
  '/admin/tasks/all': [...LIST, 'app/pages/task-list-page'],
  '/admin/tasks/:importId': [...ADMIN, 'features/imports/import-page'],
  '/admin/users': [...LIST, 'app/pages/users-admin-page'],
  '/admin/users/onboarding': [...ADMIN, 'features/users/onboarding/onboarding-page'],
  '/admin/users/:userId/profile': [
    ...ADMIN,
    'app/pages/user-profile-page',
    'features/users/tokens/token-table',
  ],
  '/admin/api-tokens': [...LIST, 'features/users/api-tokens-page'],
  '/admin/roles': LIST,
  '/admin/permissions': LIST,
  '/admin/pods': LIST,
  '/admin/pod-members': LIST,
  '/admin/audit': [...ADMIN, 'features/audit/audit-page'],
};

/** A screen of the portal with the demo data, for accessibility tests and screenshots. */
export interface Screen {
  /** Name of its pictures. */
  readonly name: string;
  /** Path with the demo's names; `{userId}` stands for the id of the demo's trainer. */
  readonly path: string;
  /** Local part of the demo account that opens it; null if signed out. */
  readonly account: 'admin' | 'lead' | 'reviewer' | 'trainer' | null;
  /** A text that the screen shows once it is complete. */
  readonly shows: string;
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
  {
    name: 'delivery-stats',
    path: '/delivery-stats',
    account: 'admin',
    shows: 'Model-wise Breakdown',
  },
  { name: 'admin-tasks', path: '/admin/tasks', account: 'admin', shows: 'demo-tasks.json' },
  { name: 'dashboard', path: '/dashboard', account: 'lead', shows: 'Project Dashboards' },
  { name: 'dashboard-trainer', path: '/dashboard', account: 'trainer', shows: 'Your Week' },
  { name: 'analytics-home', path: '/analytics-home', account: 'lead', shows: 'Last 24 Hours' },
  {
    name: 'trainer-stats',
    path: '/trainer-stats/trainer@example.com',
    account: 'lead',
    shows: 'Completed At',
  },
  { name: 'pod', path: '/pods/Kestrel', account: 'lead', shows: 'Needs help' },
  { name: 'pod-large', path: '/pods/Juniper', account: 'admin', shows: '40 members' },
  { name: 'pod-empty', path: '/pods/Marigold', account: 'admin', shows: 'This pod has no members' },
  { name: 'pod-members', path: '/pods/Kestrel/members', account: 'lead', shows: 'Member since' },
  {
    name: 'reviewer',
    path: '/pods/Kestrel/reviewer',
    account: 'reviewer',
    shows: 'waiting for a first review',
  },
  {
    name: 'reviewer-wall',
    path: '/pods/Kestrel/reviewer?kiosk=1',
    account: 'reviewer',
    shows: 'waiting for a first review',
  },
  {
    name: 'lead-dashboard',
    path: '/pods/Kestrel/lead-dashboard',
    account: 'lead',
    shows: 'Tasks a day',
  },
  {
    name: 'lead-dashboard-no-target',
    path: '/pods/Tamarind/lead-dashboard',
    account: 'admin',
    shows: 'No weekly targets set for this period',
  },
  {
    name: 'lead-dashboard-wall',
    path: '/pods/Kestrel/lead-dashboard?kiosk=1',
    account: 'lead',
    shows: '3 leads and reviewers',
  },
  { name: 'admin-task-list', path: '/admin/tasks/all', account: 'admin', shows: 'Rows per page' },
  { name: 'admin-users', path: '/admin/users', account: 'admin', shows: 'Rows per page' },
  {
    name: 'admin-user-profile',
    path: '/admin/users/{userId}/profile',
    account: 'admin',
    shows: 'trainer@example.com',
  },
  {
    name: 'admin-onboarding',
    path: '/admin/users/onboarding',
    account: 'admin',
    shows: 'Onboard Users',
  },
  {
    name: 'admin-api-tokens',
    path: '/admin/api-tokens',
    account: 'admin',
    shows: 'No user selected',
  },
  { name: 'admin-roles', path: '/admin/roles', account: 'admin', shows: 'Rows per page' },
  {
    name: 'admin-permissions',
    path: '/admin/permissions',
    account: 'admin',
    shows: 'Rows per page',
  },
  { name: 'admin-pods', path: '/admin/pods', account: 'admin', shows: 'Rows per page' },
  {
    name: 'admin-pod-members',
    path: '/admin/pod-members',
    account: 'admin',
    shows: 'Rows per page',
  },
  {
    name: 'admin-custom-stats',
    path: '/admin/custom-stats',
    account: 'admin',
    shows: 'Most productive users',
  },
  { name: 'not-found', path: '/lost', account: 'lead', shows: 'Page not found' },
];

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
  { name: 'admin-projects', path: '/admin/projects', account: 'admin', shows: 'Rows per page' },
  { name: 'admin-project', path: '/admin/projects/1', account: 'admin', shows: 'have a role' },
  { name: 'admin-tasks', path: '/admin/tasks', account: 'admin', shows: 'demo-tasks.json' },
  { name: 'not-found', path: '/lost', account: 'lead', shows: 'Page not found' },
];

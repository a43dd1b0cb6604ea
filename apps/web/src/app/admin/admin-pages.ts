import type { Permission } from '@portal/contracts/permissions';
import type { RouteObject } from 'react-router';

/** One page of the administration: its path, permissions and component. */
interface AdminPage {
  readonly segment: string;
  readonly label: string;
  /** One of these permissions is required; full-access implies each. */
  readonly anyOf: readonly Permission[];
  readonly routes: RouteObject[];
}

export const ADMIN_PERMISSIONS: readonly Permission[] = ['admin-view', 'full-access'];

/** The pages in the order of the sidebar. `/admin` opens `ADMIN_HOME` if the user can open it. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    segment: 'custom-stats',
    label: 'Custom Stats',
    anyOf: ['project-manage'],
    routes: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('../../features/custom-stats/admin/stats-admin-page'))
            .StatsAdminPage,
        }),
      },
    ],
  },
  {
    segment: 'tasks',
    label: 'Tasks',
    anyOf: ['data-upload'],
    routes: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('../../features/imports/tasks-page')).TasksPage,
        }),
      },
      {
        path: ':importId',
        lazy: async () => ({
          Component: (await import('../../features/imports/import-page')).ImportPage,
        }),
      },
    ],
  },
  {
    segment: 'api-tokens',
    label: 'API Tokens',
    anyOf: ['user-manage'],
    routes: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('../../features/users/api-tokens-page')).ApiTokensPage,
        }),
      },
    ],
  },
];

export const ADMIN_HOME = 'users';

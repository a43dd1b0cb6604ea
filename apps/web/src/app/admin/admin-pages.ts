import type { Permission } from '@portal/contracts/permissions';
import type { RouteObject } from 'react-router';

/** One page of the administration: where it is, who may open it, what it is made of. */
interface AdminPage {
  readonly segment: string;
  readonly label: string;
  /** One of these opens it; full-access implies each. */
  readonly anyOf: readonly Permission[];
  readonly routes: RouteObject[];
}

export const ADMIN_PERMISSIONS: readonly Permission[] = ['admin-view', 'full-access'];

/** The administration's pages in the order of its sidebar. `/admin` opens `ADMIN_HOME` if it can. */
export const ADMIN_PAGES: readonly AdminPage[] = [
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
];

export const ADMIN_HOME = 'users';

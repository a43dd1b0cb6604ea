import type { Permission } from '@portal/contracts/permissions';
import { createElement } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '../../lib/paths';
import type { May } from '../../session/permissions';

/** One page of the administration: its path, permissions and component. */
interface AdminPage {
  readonly segment: string;
  readonly label: string;
  /** One of these permissions is required; full-access implies each. */
  readonly anyOf: readonly Permission[];
  /** The words for users without them. */
  readonly refused?: string;
  readonly routes: RouteObject[];
}

export const ADMIN_PERMISSIONS: readonly Permission[] = ['admin-view', 'full-access'];

/** The pages in the order of the sidebar. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    segment: 'projects',
    label: 'Projects',
    anyOf: ['project-manage'],
    routes: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('../../features/projects/admin/projects-admin-page'))
            .ProjectsAdminPage,
        }),
      },
      {
        path: ':projectId',
        lazy: async () => ({
          Component: (await import('../../features/projects/admin/project-page')).ProjectPage,
        }),
      },
    ],
  },
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
          Component: (await import('../pages/task-uploads-page')).TaskUploadsPage,
        }),
      },
      {
        path: 'all',
        lazy: async () => ({ Component: (await import('../pages/task-list-page')).TaskListPage }),
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
    segment: 'users',
    label: 'Users',
    anyOf: ['user-view'],
    refused: 'You do not have permission to view the user list',
    routes: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('../pages/users-admin-page')).UsersAdminPage,
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
  listPage('roles', 'Roles', '/auth/roles/', ['rbac-manage']),
  listPage('permissions', 'Permissions', '/auth/permissions/', ['rbac-manage']),
  listPage('pods', 'Pods', '/pods/', ['pod-manage']),
  listPage('pod-members', 'Pod Members', '/pod-members/', ['pod-manage-members']),
  {
    segment: 'audit',
    label: 'Audit',
    anyOf: ['rbac-manage', 'project-manage'],
    routes: [
      {
        index: true,
        lazy: async () => ({
          Component: (await import('../../features/audit/audit-page')).AuditPage,
        }),
      },
    ],
  },
];

/** The path of the users, else of the first page that the user can open; undefined if there is none. */
export function adminPathOf(may: May): string | undefined {
  const open = ADMIN_PAGES.filter(({ anyOf }) => may(anyOf));
  const target = open.find(({ segment }) => segment === 'users') ?? open[0];
  return target && `${paths.admin}/${target.segment}`;
}

/** A page from the metadata of a list; `base` is the list's path below the API. */
function listPage(
  segment: string,
  label: string,
  base: string,
  anyOf: readonly Permission[],
): AdminPage {
  async function lazy() {
    const { CrudPage } = await import('../../crud/crud-page');
    return { element: createElement(CrudPage, { key: base, base, title: label }) };
  }
  return { segment, label, anyOf, routes: [{ index: true, lazy }] };
}

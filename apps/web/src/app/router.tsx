import type { Permission } from '@portal/contracts/permissions';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { PageLoading } from '../ui/page-loading';
import { ADMIN_PAGES, ADMIN_PERMISSIONS } from './admin/admin-pages';
import { POD_PAGES } from './pods/pod-pages';
import { USER_PAGES } from './admin/user-pages';
import { NotFoundPage } from './pages/not-found-page';
import { HomePage } from './pages/home-page';
import { RouteError } from './pages/route-error';
import { RequireSession } from './guard/require-session';
import { AppShell } from './shell/app-shell';

/** Data of a route for the shell. */
export interface RouteHandle {
  /** On wide screens the page has a sidebar with the project selector. */
  readonly workspace: true;
}
const workspace: RouteHandle = { workspace: true };

/** Every page except home is loaded on first use. */
export const routes: RouteObject[] = [
  {
    element: <AppShell />,
    // Parts of the shell load on first use, too.
    errorElement: <RouteError />,
    HydrateFallback: PageLoading,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          { index: true, element: <HomePage /> },
          {
            lazy: async () => page((await import('./query-scope')).QueryScope),
            children: [
              {
                path: 'about',
                lazy: async () => page((await import('../features/about/about-page')).AboutPage),
              },
              {
                path: 'google-login-callback',
                lazy: async () =>
                  page(
                    (await import('../features/about/google-login-callback-page'))
                      .GoogleLoginCallbackPage,
                  ),
              },
              {
                element: <RequireSession />,
                children: [
                  {
                    handle: workspace,
                    lazy: async () =>
                      page((await import('./shell/workspace-layout')).WorkspaceLayout),
                    children: [
                      {
                        path: 'dashboard',
                        lazy: async () =>
                          page((await import('./pages/dashboard-page')).DashboardPage),
                      },
                      {
                        lazy: async () =>
                          page((await import('./guard/project-param')).ProjectParam),
                        children: [
                          {
                            path: 'custom-stats',
                            lazy: async () =>
                              page(
                                (await import('../features/custom-stats/custom-stats-page'))
                                  .CustomStatsPage,
                              ),
                          },
                          {
                            path: 'delivery-stats',
                            lazy: async () =>
                              page(
                                (await import('../features/delivery/delivery-page')).DeliveryPage,
                              ),
                          },
                          {
                            path: 'analytics-home',
                            lazy: async () =>
                              page((await import('./pages/analytics-home-page')).AnalyticsHomePage),
                          },
                        ],
                      },
                      {
                        path: 'trainer-stats/:email',
                        lazy: async () =>
                          page((await import('./guard/require-permission')).RequireTrainerAccess),
                        children: [
                          {
                            index: true,
                            lazy: async () =>
                              page(
                                (await import('../features/trainer-stats/trainer-stats'))
                                  .TrainerStatsPage,
                              ),
                          },
                        ],
                      },
                      {
                        path: 'projects/:projectId',
                        lazy: async () =>
                          page((await import('./guard/project-scope')).ProjectScope),
                        children: [
                          { index: true, element: <Navigate to="dashboard" replace /> },
                          {
                            path: 'dashboard',
                            lazy: async () =>
                              page(
                                (await import('../features/dashboard/project-dashboard-page'))
                                  .default,
                              ),
                          },
                        ],
                      },
                    ],
                  },
                ],
              },
              {
                path: 'pods/:podName',
                handle: workspace,
                element: <RequireSession />,
                children: [
                  {
                    lazy: async () => page((await import('./pods/pod-layout')).PodLayout),
                    children: POD_PAGES.map(({ segment, permission, lazy }) => ({
                      path: segment,
                      lazy: () => guard([permission]),
                      children: [{ index: true, lazy }],
                    })),
                  },
                ],
              },
              {
                path: 'admin',
                element: <RequireSession />,
                children: [
                  {
                    lazy: () => guard(ADMIN_PERMISSIONS),
                    children: [
                      {
                        lazy: async () => page((await import('./admin/admin-layout')).AdminLayout),
                        children: [
                          { index: true, lazy: adminIndex },
                          ...USER_PAGES.map(({ path, anyOf, lazy }) => ({
                            path,
                            lazy: () => guard(anyOf),
                            children: [{ index: true, lazy }],
                          })),
                          ...ADMIN_PAGES.map(({ segment, anyOf, refused, routes: children }) => ({
                            path: segment,
                            lazy: () => guard(anyOf, refused),
                            children,
                          })),
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

/** The guard of the routes below: one of these permissions. */
async function guard(anyOf: readonly Permission[], refused?: string) {
  const { RequirePermission } = await import('./guard/require-permission');
  return { element: <RequirePermission anyOf={anyOf} refused={refused} /> };
}

async function adminIndex() {
  return page((await import('./admin/admin-index')).AdminIndex);
}

function page(Component: React.ComponentType) {
  return { Component };
}

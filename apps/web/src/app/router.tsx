import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import {
  ABOUT_PAGE,
  ADMIN_PAGES,
  ADMIN_PROJECT_PAGES,
  MY_POD_PAGE,
  NOTIFICATION_CHOICES_PAGE,
  NOTIFICATIONS_PAGE,
  type Page,
  POD_PAGES,
  TRAINER_PAGE,
  USER_PAGES,
  WORKSPACE_PAGES,
  type WorkspacePage,
} from './pages';
import { ADMIN_PERMISSIONS } from '../session/permissions';
import { PageLoading } from '../ui/page-loading';
import { NotFoundPage } from './pages/not-found-page';
import { HomePage } from './pages/home-page';
import { RouteError } from './pages/route-error';
import type { Needed } from './guard/require-permission';
import { RequireSession } from './guard/require-session';
import { AppShell } from './shell/app-shell';

/** Data of a route for the shell. */
export interface RouteHandle {
  /** The page follows the selected project, so it has a selector. Elsewhere that would change nothing. */
  readonly selector: 'in the sidebar' | 'above the page';
}
const workspace: RouteHandle = { selector: 'in the sidebar' };
const ofSelected: RouteHandle = { selector: 'above the page' };

/** Every page except home is loaded on first use. */
export const routes: RouteObject[] = bounded([
  {
    element: <AppShell />,
    HydrateFallback: PageLoading,
    children: [
      { index: true, element: <HomePage /> },
      {
        lazy: async () => page((await import('./query-scope')).QueryScope),
        children: [
          guarded(ABOUT_PAGE),
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
              guarded(NOTIFICATIONS_PAGE),
              guarded(NOTIFICATION_CHOICES_PAGE),
              {
                handle: workspace,
                lazy: async () => page((await import('./shell/workspace-layout')).WorkspaceLayout),
                children: [
                  ...workspacePages(),
                  {
                    lazy: async () => page((await import('./guard/project-param')).ProjectParam),
                    children: workspacePages('in the query'),
                  },
                  {
                    path: TRAINER_PAGE.path,
                    lazy: async () =>
                      page((await import('./guard/require-permission')).RequireTrainerAccess),
                    children: [{ index: true, lazy: TRAINER_PAGE.lazy }],
                  },
                  {
                    path: 'projects/:projectId',
                    lazy: async () => page((await import('./guard/project-scope')).ProjectScope),
                    children: [
                      { index: true, element: <Navigate to="dashboard" replace /> },
                      ...workspacePages('in the path'),
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
                children: [...POD_PAGES, MY_POD_PAGE].map(guarded),
              },
            ],
          },
          {
            path: 'admin',
            element: <RequireSession />,
            children: [
              {
                lazy: () => guard({ anyOf: ADMIN_PERMISSIONS }),
                children: [
                  {
                    lazy: adminLayout,
                    children: [
                      { index: true, lazy: adminIndex },
                      ...USER_PAGES.map(guarded),
                      ...ADMIN_PAGES.map(({ path, lazy, below = [], follows, ...page }) => ({
                        path,
                        lazy: () => guard(page),
                        children: [
                          { index: true, lazy, ...(follows && { handle: ofSelected }) },
                          ...below,
                        ],
                      })),
                    ],
                  },
                ],
              },
            ],
          },
          {
            path: 'admin/projects/:projectId',
            handle: ofSelected,
            element: <RequireSession />,
            children: [
              {
                lazy: adminLayout,
                children: [
                  {
                    // The permissions are those in this project, so it is selected first.
                    lazy: async () =>
                      page((await import('./admin/admin-project-scope')).AdminProjectScope),
                    children: [
                      {
                        lazy: () => guard({ anyOf: ADMIN_PERMISSIONS }),
                        children: ADMIN_PROJECT_PAGES.map(guarded),
                      },
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
]);

export function createRouter() {
  return createBrowserRouter(routes);
}

/**
 * What fails within a layout leaves that with sidebar and project selector. The boundary is a route around the
 * children, because the router draws nothing for a route that has a boundary itself and could not be loaded.
 */
function bounded(of: readonly RouteObject[]): RouteObject[] {
  const children = of.map((route) =>
    route.index || !route.children ? route : { ...route, children: bounded(route.children) },
  );
  return [{ errorElement: <RouteError />, children }];
}

/** The everyday pages whose URL names their project in this way, or those without one. */
function workspacePages(project?: WorkspacePage['project']): RouteObject[] {
  return WORKSPACE_PAGES.filter((one) => one.project === project).map(guarded);
}

/** The route of a page behind its guard. */
function guarded({ path, anyOf, lazy }: Pick<Page, 'path' | 'anyOf' | 'lazy'>): RouteObject {
  if (anyOf.length === 0) return { path, lazy };
  return { path, lazy: () => guard({ anyOf }), children: [{ index: true, lazy }] };
}

/** The guard of the routes below: one of these permissions. */
async function guard(needed: Needed) {
  const { RequirePermission } = await import('./guard/require-permission');
  return { element: <RequirePermission {...needed} /> };
}

async function adminLayout() {
  return page((await import('./admin/admin-layout')).AdminLayout);
}

async function adminIndex() {
  return page((await import('./admin/admin-index')).AdminIndex);
}

function page(Component: React.ComponentType) {
  return { Component };
}

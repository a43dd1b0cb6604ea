/** Every path of the portal. Parameters are encoded here. */
export const paths = {
  home: '/',
  about: '/about',
  googleLoginCallback: '/google-login-callback',
  dashboard: '/dashboard',
  customStats: '/custom-stats',
  deliveryStats: '/delivery-stats',
  projectDashboard: (projectId: number) => `/projects/${projectId}/dashboard`,
  trainerStats: (email: string) => `/trainer-stats/${encodeURIComponent(email)}`,
  pod: (podName: string) => `/pods/${encodeURIComponent(podName)}`,
  admin: '/admin',
  adminUserProfile: (userId: number) => `/admin/users/${userId}/profile`,
  adminTasks: '/admin/tasks',
  adminTaskList: '/admin/tasks/all',
  adminImport: (importId: string) => `/admin/tasks/${encodeURIComponent(importId)}`,
  /** The changes of an item or of a group, or those before a change. */
  adminAudit: (filter: AuditLink) => {
    const search = new URLSearchParams(
      Object.entries(filter).map(([name, value]) => [name, String(value)]),
    );
    return `/admin/audit?${search}`;
  },
} as const;

type AuditLink =
  | { readonly entity: string; readonly id: string | number }
  | { readonly group: number }
  | { readonly before: number };

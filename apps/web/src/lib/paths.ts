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
  podMembers: (podName: string) => `/pods/${encodeURIComponent(podName)}/members`,
  admin: '/admin',
  adminTasks: '/admin/tasks',
  adminImport: (importId: string) => `/admin/tasks/${encodeURIComponent(importId)}`,
} as const;

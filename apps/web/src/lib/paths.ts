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
  adminUsers: '/admin/users',
  adminUserProfile: (userId: number) => `/admin/users/${userId}/profile`,
  adminOnboarding: '/admin/users/onboarding',
  adminTasks: '/admin/tasks',
  adminImport: (importId: string) => `/admin/tasks/${encodeURIComponent(importId)}`,
} as const;

/** Every path of the portal. Parameters are encoded here. */
export const paths = {
  home: '/',
  about: '/about',
  notifications: '/notifications',
  notificationChoices: '/notifications/choices',
  googleLoginCallback: '/google-login-callback',
  dashboard: '/dashboard',
  customStats: '/custom-stats',
  deliveryStats: '/delivery-stats',
  analyticsHome: '/analytics-home',
  pod: (podName: string) => `/pods/${encodeURIComponent(podName)}`,
  /** The page of a pod for its members. */
  myPod: (podName: string) => `/pods/${encodeURIComponent(podName)}/mine`,
  /** @param days the period that is shown first, YYYY-MM-DD */
  trainerStats: (email: string, days?: { start: string; end: string }) => {
    const query = days ? `?${new URLSearchParams(days).toString()}` : '';
    return `/trainer-stats/${encodeURIComponent(email)}${query}`;
  },
  projectDashboard: (projectId: number) => `/projects/${projectId}/dashboard`,
  /** The tasks of a batch, as its number on the dashboard opens them. */
  batchTasks: (projectId: number, batchId: number) =>
    `/projects/${projectId}/dashboard?tasks=tasks&tasks_batch=${projectId}-${batchId}`,
  projectAlerts: (projectId: number) => `/projects/${projectId}/alerts`,
  podLead: (podName: string) => `/pods/${encodeURIComponent(podName)}/lead-dashboard`,
  podReviewer: (podName: string) => `/pods/${encodeURIComponent(podName)}/reviewer`,
  podMembers: (podName: string) => `/pods/${encodeURIComponent(podName)}/members`,
  admin: '/admin',
  adminSystem: '/admin/system',
  adminUsers: '/admin/users',
  adminUserProfile: (userId: number) => `/admin/users/${userId}/profile`,
  adminProjects: '/admin/projects',
  adminProject: (projectId: number) => `/admin/projects/${projectId}`,
  adminPods: '/admin/pods',
  adminWeeklyTargets: '/admin/weekly-targets',
  adminReviewReasons: '/admin/review-reasons',
  adminProjectFormats: (projectId: number) => `/admin/projects/${projectId}/formats`,
  adminProjectWebhooks: (projectId: number) => `/admin/projects/${projectId}/webhooks`,
  adminOnboarding: '/admin/users/onboarding',
  /** Onboarding with one person in the list, for a project and perhaps a pod of it. */
  invite: (person: string, projectId: number, podName?: string) => {
    const search = new URLSearchParams({ people: person, project: String(projectId) });
    if (podName !== undefined) search.set('pod', podName);
    return `/admin/users/onboarding?${search}`;
  },
  adminTasks: '/admin/tasks',
  adminTaskList: '/admin/tasks/all',
  /** A task in the list of all tasks. */
  adminTaskInList: (taskId: number | string) => {
    const filters = JSON.stringify({ turing_task_id: { eq: Number(taskId) } });
    return `/admin/tasks/all?${new URLSearchParams({ filters })}`;
  },
  /** The list of all tasks, searched for a text. */
  adminTaskSearch: (search: string) => `/admin/tasks/all?${new URLSearchParams({ search })}`,
  adminTaskHistory: (taskId: number | string) => `/admin/tasks/all/${taskId}/history`,
  adminImport: (importId: string) => `/admin/tasks/${encodeURIComponent(importId)}`,
  /** The changes of an item or of a group, or those before a change. */
  adminAudit: (filter: AuditLink) => {
    const search = new URLSearchParams(
      Object.entries(filter).map(([name, value]) => [name, String(value)]),
    );
    return `/admin/audit?${search}`;
  },
} as const;

/** The page with the form of a new item open. */
export function newItem(path: string): string {
  return `${path}?new=item`;
}

/** Of the page of an import: its undo. */
export const UNDO_HASH = 'undo';

type AuditLink =
  | { readonly entity: string; readonly id: string | number }
  | { readonly group: number };

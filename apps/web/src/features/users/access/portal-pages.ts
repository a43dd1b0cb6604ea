import type { Permission } from '@portal/contracts/permissions';

interface PortalPage {
  readonly key: string;
  readonly label: string;
  /** One permission of each group; full-access implies all. */
  readonly need: readonly (readonly Permission[])[];
}

/** The pages that need permissions. Those below /admin have the last part of their path as key. */
export const PORTAL_PAGES: readonly PortalPage[] = [
  { key: 'trainer-stats', label: 'Trainer statistics', need: [['pod-info-public-view']] },
  { key: 'pod', label: 'Pod dashboard', need: [['pod-info-public-view']] },
  { key: 'pod/members', label: 'Members of a pod', need: [['pod-manage-members']] },
  { key: 'pod/reviewer', label: 'Review desk of a pod', need: [['trainer-feedback-add']] },
  { key: 'pod/lead-dashboard', label: 'Lead dashboard of a pod', need: [['pod-targets-manage']] },
  admin('projects', 'Projects', ['project-manage']),
  admin('custom-stats', 'Custom Stats', ['project-manage']),
  admin('tasks', 'Tasks', ['data-upload']),
  admin('users', 'Users', ['user-view']),
  admin('api-tokens', 'API Tokens', ['user-manage']),
  admin('roles', 'Roles', ['rbac-manage']),
  admin('permissions', 'Permissions', ['rbac-manage']),
  admin('pods', 'Pods', ['pod-manage']),
  admin('pod-members', 'Pod Members', ['pod-manage-members']),
  admin('audit', 'Audit', ['rbac-manage', 'project-manage']),
];

function admin(segment: string, label: string, anyOf: readonly Permission[]): PortalPage {
  return { key: segment, label: `Administration: ${label}`, need: [['admin-view'], anyOf] };
}

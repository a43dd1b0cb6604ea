import type { SvgIcon } from '@mui/material';
import ArticleIcon from '~icons/ic/outline-article';
import BadgeIcon from '~icons/ic/outline-badge';
import AnalyticsIcon from '~icons/ic/baseline-bar-chart';
import FolderIcon from '~icons/ic/outline-folder';
import FlagIcon from '~icons/ic/outline-flag';
import RuleIcon from '~icons/ic/outline-rule';
import GroupAddIcon from '~icons/ic/outline-group-add';
import GroupsIcon from '~icons/ic/outline-groups';
import HistoryIcon from '~icons/ic/outline-history';
import InfoIcon from '~icons/ic/outline-info';
import InsightsIcon from '~icons/ic/outline-insights';
import InventoryIcon from '~icons/ic/outline-inventory-2';
import BellIcon from '~icons/ic/outline-notifications';
import MonitorIcon from '~icons/ic/outline-monitor-heart';
import TokenIcon from '~icons/ic/outline-key';
import PeopleIcon from '~icons/ic/outline-people-alt';
import QueryStatsIcon from '~icons/ic/baseline-query-stats';
import RateReviewIcon from '~icons/ic/outline-rate-review';
import SpaceDashboardIcon from '~icons/ic/outline-space-dashboard';
import SpeedIcon from '~icons/ic/outline-speed';
import TimelineIcon from '~icons/ic/baseline-timeline';
import UploadFileIcon from '~icons/ic/outline-upload-file';
import KeyIcon from '~icons/ic/outline-vpn-key';
import type { ListedItem } from '@portal/contracts/lists';
import type { Permission } from '@portal/contracts/permissions';
import { type ComponentType, createElement } from 'react';
import type { RouteObject } from 'react-router';
import { paths } from '../lib/paths';
import type { May } from '../session/permissions';

/** Loads what a page shows, on first use. */
type Load = NonNullable<RouteObject['lazy']>;

/** A page, for the router and its guard, for links, and for the question why it does not open. */
export interface Page {
  /** As the router matches it, below the layout of its list. */
  readonly path: string;
  readonly label: string;
  /** The name where no pod or user is near. */
  readonly longLabel?: string;
  readonly icon: typeof SvgIcon;
  /** One of these permissions is required; full-access implies each. None is for everybody. */
  readonly anyOf: readonly Permission[];
  readonly lazy: Load;
  /** Other words for the command palette. */
  readonly words?: string;
}

export interface WorkspacePage extends Page {
  /** The part of the sidebar that has the link. */
  readonly section: 'Workspace' | 'Quick Actions';
  /** Where the URL names the project of the page, if it has one. */
  readonly project?: 'in the path' | 'in the query';
  /** The URL; undefined for a page of a project while none is selected. */
  readonly to: (projectId: number | null) => string | undefined;
}

/** The everyday pages of every user, in the order of the sidebar and of the command palette. */
export const WORKSPACE_PAGES: readonly WorkspacePage[] = [
  {
    path: 'dashboard',
    label: 'Dashboard',
    icon: SpaceDashboardIcon,
    section: 'Workspace',
    anyOf: [],
    to: () => paths.dashboard,
    lazy: async () => page((await import('./pages/dashboard-page')).DashboardPage),
  },
  {
    path: 'dashboard',
    label: 'Project Dashboard',
    icon: InsightsIcon,
    section: 'Workspace',
    words: 'status activity batches',
    anyOf: [],
    project: 'in the path',
    to: (projectId) => (projectId === null ? undefined : paths.projectDashboard(projectId)),
    lazy: async () =>
      page((await import('../features/project-dashboard/project-dashboard-page')).default),
  },
  {
    path: 'analytics-home',
    label: 'Analytics',
    icon: AnalyticsIcon,
    section: 'Workspace',
    words: 'team tasks turns month',
    anyOf: [],
    project: 'in the query',
    to: () => paths.analyticsHome,
    lazy: async () => page((await import('./pages/analytics-home-page')).AnalyticsHomePage),
  },
  {
    path: 'delivery-stats',
    label: 'Delivery Statistics',
    icon: InventoryIcon,
    section: 'Quick Actions',
    words: 'models ready',
    anyOf: [],
    project: 'in the query',
    to: () => paths.deliveryStats,
    lazy: async () => page((await import('../features/delivery/delivery-page')).DeliveryPage),
  },
  {
    path: 'custom-stats',
    label: 'Custom Statistics',
    icon: QueryStatsIcon,
    section: 'Quick Actions',
    words: 'sql query',
    anyOf: [],
    project: 'in the query',
    to: () => paths.customStats,
    lazy: async () => page((await import('./pages/stats-with-alerts-page')).StatsWithAlertsPage),
  },
  {
    path: 'alerts',
    label: 'Alerts',
    icon: BellIcon,
    section: 'Quick Actions',
    words: 'limit threshold fires',
    anyOf: [],
    project: 'in the path',
    to: (projectId) => (projectId === null ? undefined : paths.projectAlerts(projectId)),
    lazy: async () => page((await import('../features/alerts/alerts-page')).AlertsPage),
  },
];

/** The work of one user. Everybody may open the own one. */
export const TRAINER_PAGE = {
  path: 'trainer-stats/:email',
  label: 'My Stats',
  longLabel: 'Trainer statistics',
  icon: TimelineIcon,
  words: 'my tasks trainer stats',
  anyOf: ['pod-info-public-view'],
  lazy: async () => page((await import('../features/my-stats/trainer-stats')).TrainerStatsPage),
} satisfies Page;

export const ABOUT_PAGE = {
  path: 'about',
  label: 'About',
  icon: InfoIcon,
  words: 'version',
  anyOf: [],
  lazy: async () => page((await import('../features/about/about-page')).AboutPage),
} satisfies Page;

export const NOTIFICATIONS_PAGE = {
  path: 'notifications',
  label: 'Notifications',
  icon: BellIcon,
  words: 'inbox told unread',
  anyOf: [],
  lazy: async () =>
    page((await import('../features/notifications/notifications-page')).NotificationsPage),
} satisfies Page;

export const NOTIFICATION_CHOICES_PAGE = {
  path: 'notifications/choices',
  label: 'What you are told',
  icon: BellIcon,
  words: 'slack e-mail notifications choices',
  anyOf: [],
  lazy: async () => page((await import('../features/notifications/choices-page')).ChoicesPage),
} satisfies Page;

/** The pages of a pod in the order of its side panel; the first is that of the pod itself. */
export const POD_PAGES: readonly Page[] = [
  {
    path: '',
    label: 'Pod Dashboard',
    longLabel: 'Pod dashboard',
    icon: GroupsIcon,
    anyOf: ['pod-info-public-view'],
    lazy: async () =>
      page((await import('../features/pods/dashboard/pod-dashboard-page')).PodDashboardPage),
  },
  {
    path: 'members',
    label: 'Members',
    longLabel: 'Members of a pod',
    icon: GroupAddIcon,
    anyOf: ['pod-manage-members'],
    lazy: async () => page((await import('../features/pods/members/members-page')).MembersPage),
  },
  {
    path: 'reviewer',
    label: 'Reviewer Dashboard',
    longLabel: 'Review desk of a pod',
    icon: RateReviewIcon,
    anyOf: ['trainer-feedback-add'],
    lazy: async () =>
      page((await import('../features/reviewer-dashboard/review-desk-page')).ReviewDeskPage),
  },
  {
    path: 'lead-dashboard',
    label: 'Lead Dashboard',
    longLabel: 'Lead dashboard of a pod',
    icon: SpeedIcon,
    anyOf: ['pod-targets-manage'],
    lazy: async () =>
      page((await import('../features/pod-lead-dashboard/lead-board')).LeadBoardPage),
  },
];

/** What a pod shows each of its members: the team, and their own numbers. */
export const MY_POD_PAGE: Page = {
  path: 'mine',
  label: 'My Pod',
  icon: GroupsIcon,
  anyOf: [],
  lazy: async () => page((await import('./pages/my-pod-page')).MyPodPage),
};

/** A page that only links open, below /admin. */
type SubPage = Pick<Page, 'path' | 'anyOf' | 'lazy'>;

interface AdminPage extends Page {
  /** The words for users without the permission. */
  readonly refused?: string;
  /** The permissions are needed in project 0. */
  readonly ofPortal?: true;
  /** It shows the selected project; the others are about all that the user sees. */
  readonly follows?: true;
  /** Pages below it with its permissions. */
  readonly below?: readonly Omit<SubPage, 'anyOf'>[];
}

/** The pages of the administration in the order of the sidebar. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    path: 'projects',
    label: 'Projects',
    icon: FolderIcon,
    anyOf: ['project-manage', 'project-admin'],
    lazy: async () =>
      page((await import('../features/projects/admin/projects-admin-page')).ProjectsAdminPage),
  },
  {
    path: 'custom-stats',
    label: 'Custom Stats',
    icon: ArticleIcon,
    anyOf: ['project-manage', 'project-admin'],
    follows: true,
    lazy: async () =>
      page((await import('../features/custom-stats/admin/stats-admin-page')).StatsAdminPage),
  },
  {
    path: 'tasks',
    label: 'Tasks',
    icon: UploadFileIcon,
    words: 'upload import',
    anyOf: ['data-upload'],
    follows: true,
    lazy: async () => page((await import('./pages/task-uploads-page')).TaskUploadsPage),
    below: [
      {
        path: 'all',
        lazy: async () => page((await import('./pages/task-list-page')).TaskListPage),
      },
      {
        path: 'all/:taskId/history',
        lazy: async () =>
          page((await import('../features/tasks/history/task-history-page')).TaskHistoryPage),
      },
      {
        path: ':importId',
        lazy: async () => page((await import('../features/tasks/uploads/import-page')).ImportPage),
      },
    ],
  },
  {
    path: 'users',
    label: 'Users',
    icon: PeopleIcon,
    anyOf: ['user-view'],
    refused: 'You do not have permission to view the user list',
    lazy: async () => page((await import('./pages/users-admin-page')).UsersAdminPage),
  },
  {
    path: 'api-tokens',
    label: 'API Tokens',
    icon: TokenIcon,
    anyOf: ['user-manage'],
    lazy: async () => page((await import('../features/users/api-tokens-page')).ApiTokensPage),
  },
  {
    path: 'roles',
    label: 'Roles',
    icon: BadgeIcon,
    anyOf: ['rbac-manage'],
    lazy: list('Roles', '/auth/roles/'),
  },
  {
    path: 'permissions',
    label: 'Permissions',
    icon: KeyIcon,
    anyOf: ['rbac-manage'],
    lazy: list('Permissions', '/auth/permissions/'),
  },
  {
    path: 'pods',
    label: 'Pods',
    icon: GroupsIcon,
    anyOf: ['pod-manage'],
    lazy: pods,
  },
  {
    path: 'pod-members',
    label: 'Pod Members',
    icon: GroupAddIcon,
    anyOf: ['pod-manage-members'],
    lazy: list('Pod Members', '/pod-members/', 'pod_name'),
  },
  {
    path: 'weekly-targets',
    label: 'Weekly Targets',
    icon: FlagIcon,
    anyOf: ['pod-targets-manage'],
    lazy: list('Weekly Targets', '/pod-weekly-targets/'),
  },
  {
    path: 'review-reasons',
    label: 'Review Reasons',
    icon: RuleIcon,
    anyOf: ['project-admin'],
    lazy: list('Review Reasons', '/review-reasons/'),
  },
  {
    path: 'audit',
    label: 'Audit',
    icon: HistoryIcon,
    anyOf: ['rbac-manage', 'project-manage'],
    lazy: async () => page((await import('../features/audit/audit-page')).AuditPage),
  },
  {
    path: 'system',
    label: 'System',
    icon: MonitorIcon,
    words: 'health database queue workers backup version',
    anyOf: ['full-access'],
    ofPortal: true,
    lazy: async () => page((await import('../features/system/system-page')).SystemPage),
  },
];

/** The pages of one project, below its path, which is that of the list of projects. */
export const ADMIN_PROJECT_PAGES: readonly SubPage[] = [
  {
    path: '',
    anyOf: ['project-manage', 'project-admin'],
    lazy: async () => page((await import('../features/projects/admin/project-page')).ProjectPage),
  },
  {
    path: 'formats',
    anyOf: ['data-upload'],
    lazy: async () =>
      page((await import('../features/tasks/uploads/wizard/formats/formats-page')).FormatsPage),
  },
  {
    path: 'webhooks',
    anyOf: ['project-admin'],
    lazy: async () => page((await import('../features/webhooks/webhooks-page')).WebhooksPage),
  },
];

/** Pages of the administration that links of the users page open; the sidebar has none to them. */
export const USER_PAGES: readonly SubPage[] = [
  {
    path: 'users/:userId/profile',
    anyOf: ['user-view'],
    lazy: async () => page((await import('./pages/user-profile-page')).UserProfilePage),
  },
  {
    path: 'users/onboarding',
    anyOf: ['user-manage'],
    lazy: async () =>
      page((await import('../features/users/onboarding/onboarding-page')).OnboardingPage),
  },
];

/** The path of the users, else of the first page that the user can open; undefined if there is none. */
export function adminPathOf(may: May): string | undefined {
  const open = ADMIN_PAGES.filter(({ anyOf, ofPortal }) => may(anyOf, ofPortal));
  const target = open.find(({ path }) => path === 'users') ?? open[0];
  return target && `${paths.admin}/${target.path}`;
}

function page(Component: ComponentType) {
  return { Component };
}

/** The list of pods; a new pod opens. */
async function pods() {
  const [{ ListPage }, { podCell }] = await Promise.all([
    import('../lists/list-page'),
    import('../entities/pods/pod-cell'),
  ]);
  const props = { base: '/pods/', title: 'Pods', cells: { name: podCell('name') } };
  const pageOf = ({ name }: ListedItem) => paths.podMembers(String(name));
  return { element: createElement(ListPage, { key: props.base, ...props, pageOf }) };
}

/**
 * A page from the metadata of a list; `base` is the list's path below the API.
 * @param podField the field with the name of a pod, which is a link
 */
function list(title: string, base: string, podField?: string): Load {
  return async () => {
    const { ListPage } = await import('../lists/list-page');
    const props = { key: base, base, title };
    if (podField === undefined) return { element: createElement(ListPage, props) };
    const { podCell } = await import('../entities/pods/pod-cell');
    const cells = { [podField]: podCell(podField) };
    return { element: createElement(ListPage, { ...props, cells }) };
  };
}

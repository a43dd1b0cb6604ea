import type { Permission } from '@portal/contracts/permissions';
import type { RouteObject } from 'react-router';

/** One page of a pod: its path below the pod, permission and component. */
interface PodPage {
  readonly segment: '' | 'members' | 'reviewer' | 'lead-dashboard';
  readonly label: string;
  readonly permission: Permission;
  readonly lazy: NonNullable<RouteObject['lazy']>;
}

/** The pages in the order of the side panel; the first is the page of the pod itself. */
export const POD_PAGES: readonly PodPage[] = [
  {
    segment: '',
    label: 'Pod Dashboard',
    permission: 'pod-info-public-view',
    lazy: async () => ({
      Component: (await import('../../features/pods/dashboard/pod-dashboard-page'))
        .PodDashboardPage,
    }),
  },
  {
    segment: 'members',
    label: 'Members',
    permission: 'pod-manage-members',
    lazy: async () => ({
      Component: (await import('../../features/pods/members/members-page')).MembersPage,
    }),
  },
  {
    segment: 'reviewer',
    label: 'Reviewer Dashboard',
    permission: 'trainer-feedback-add',
    lazy: async () => ({
      Component: (await import('../../features/review-desk/review-desk-page')).ReviewDeskPage,
    }),
  },
  {
    segment: 'lead-dashboard',
    label: 'Lead Dashboard',
    permission: 'pod-targets-manage',
    lazy: async () => ({
      Component: (await import('../../features/lead-board/lead-board')).LeadBoardPage,
    }),
  },
];

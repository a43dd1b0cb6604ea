import AnalyticsIcon from '@mui/icons-material/BarChart';
import GroupsIcon from '@mui/icons-material/GroupsOutlined';
import PersonIcon from '@mui/icons-material/ManageAccountsOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import QueryStatsIcon from '@mui/icons-material/QueryStats';
import SpaceDashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import TimelineIcon from '@mui/icons-material/Timeline';
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined';
import { useMemberships } from '../../features/my-work/requests/memberships';
import { useProfileDialog } from '../../features/profile/dialog-store';
import { paths } from '../../lib/paths';
import { useProjectStore } from '../../session/project-store';
import { useMay } from '../../session/permissions';
import { userOf, useSessionStore } from '../../session/session-store';
import { ADMIN_PERMISSIONS } from '../admin/admin-pages';
import { NavList, type NavItem } from './nav-list';

/** The everyday pages, the user's pods and own pages, as far as permitted. */
export function WorkspaceNav({ onNavigate }: { onNavigate?: () => void }) {
  const pods = usePodItems();
  const navigation = onNavigate ? { onNavigate } : {};
  return (
    <>
      <NavList heading="Workspace" items={usePageItems()} {...navigation} />
      <NavList heading="Quick Actions" items={useActionItems()} {...navigation} />
      {pods.length > 0 && <NavList heading="Your Pods" items={pods} {...navigation} />}
      <NavList items={useOwnItems()} {...navigation} />
    </>
  );
}

function usePageItems(): NavItem[] {
  const selectedId = useProjectStore((state) => state.selectedId);
  const pages: NavItem[] = [{ to: paths.dashboard, label: 'Dashboard', icon: SpaceDashboardIcon }];
  if (selectedId !== null) {
    pages.push({
      to: paths.projectDashboard(selectedId),
      label: 'Project Dashboard',
      icon: InsightsIcon,
    });
  }
  pages.push({ to: paths.analyticsHome, label: 'Analytics', icon: AnalyticsIcon });
  return pages;
}

function useActionItems(): NavItem[] {
  const may = useMay();
  const actions: NavItem[] = [
    { to: paths.deliveryStats, label: 'Delivery Statistics', icon: InventoryIcon },
    { to: paths.customStats, label: 'Custom Statistics', icon: QueryStatsIcon },
  ];
  if (may(ADMIN_PERMISSIONS) && may(['data-upload'])) {
    actions.push({ to: paths.adminTasks, label: 'Upload tasks', icon: UploadFileIcon });
  }
  return actions;
}

function usePodItems(): NavItem[] {
  const pods = useMemberships() ?? [];
  return pods.map(({ pod_name: podName, role }) => ({
    to: paths.pod(podName),
    label: podName,
    detail: `Role: ${role}`,
    icon: GroupsIcon,
  }));
}

function useOwnItems(): NavItem[] {
  const showProfile = useProfileDialog((state) => state.show);
  const email = useSessionStore((state) => userOf(state)?.email);
  const may = useMay();
  const own: NavItem[] = [{ label: 'View Profile', icon: PersonIcon, run: showProfile }];
  if (email !== undefined && may(['pod-info-public-view'])) {
    own.push({ to: paths.trainerStats(email), label: 'View My Stats', icon: TimelineIcon });
  }
  return own;
}

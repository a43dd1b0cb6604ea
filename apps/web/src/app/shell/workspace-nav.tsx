import PersonIcon from '@mui/icons-material/ManageAccountsOutlined';
import InventoryIcon from '@mui/icons-material/Inventory2Outlined';
import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import QueryStatsIcon from '@mui/icons-material/QueryStats';
import SpaceDashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined';
import { useProfileDialog } from '../../features/profile/dialog-store';
import { paths } from '../../lib/paths';
import { useProjectStore } from '../../session/project-store';
import { useMay } from '../../session/permissions';
import { ADMIN_PERMISSIONS } from '../admin/admin-pages';
import { NavList, type NavItem } from './nav-list';

/** Links to the everyday pages, and to the administration as far as permitted. */
export function WorkspaceNav({ onNavigate }: { onNavigate?: () => void }) {
  const selectedId = useProjectStore((state) => state.selectedId);
  const may = useMay();
  const pages: NavItem[] = [{ to: paths.dashboard, label: 'Dashboard', icon: SpaceDashboardIcon }];
  if (selectedId !== null) {
    pages.push({
      to: paths.projectDashboard(selectedId),
      label: 'Project Dashboard',
      icon: InsightsIcon,
    });
  }
  const showProfile = useProfileDialog((state) => state.show);
  const actions: NavItem[] = [
    { to: paths.deliveryStats, label: 'Delivery Statistics', icon: InventoryIcon },
    { to: paths.customStats, label: 'Custom Statistics', icon: QueryStatsIcon },
    { label: 'View Profile', icon: PersonIcon, run: showProfile },
  ];
  if (may(ADMIN_PERMISSIONS) && may(['data-upload'])) {
    actions.unshift({ to: paths.adminTasks, label: 'Upload tasks', icon: UploadFileIcon });
  }
  const navigation = onNavigate ? { onNavigate } : {};
  return (
    <>
      <NavList heading="Workspace" items={pages} {...navigation} />
      <NavList heading="Quick Actions" items={actions} {...navigation} />
    </>
  );
}

import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import SpaceDashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined';
import { paths } from '../../lib/paths';
import { useProjectStore } from '../../projects/project-store';
import { mayOpen, useCaller } from '../../session/permissions';
import { ADMIN_PERMISSIONS } from '../admin/admin-pages';
import { NavList, type NavItem } from './nav-list';

/** Links to the everyday pages, and to the administration as far as permitted. */
export function WorkspaceNav({ onNavigate }: { onNavigate?: () => void }) {
  const selectedId = useProjectStore((state) => state.selectedId);
  const caller = useCaller();
  const pages: NavItem[] = [{ to: paths.dashboard, label: 'Dashboard', icon: SpaceDashboardIcon }];
  if (selectedId !== null) {
    pages.push({
      to: paths.projectDashboard(selectedId),
      label: 'Project Dashboard',
      icon: InsightsIcon,
    });
  }
  const actions: NavItem[] = [];
  if (mayOpen(caller, ADMIN_PERMISSIONS) && mayOpen(caller, ['data-upload'])) {
    actions.push({ to: paths.adminTasks, label: 'Upload tasks', icon: UploadFileIcon });
  }
  const navigation = onNavigate ? { onNavigate } : {};
  return (
    <>
      <NavList heading="Workspace" items={pages} {...navigation} />
      {actions.length > 0 && <NavList heading="Quick Actions" items={actions} {...navigation} />}
    </>
  );
}

import UploadFileIcon from '@mui/icons-material/UploadFileOutlined';
import TokenIcon from '@mui/icons-material/KeyOutlined';
import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import FolderIcon from '@mui/icons-material/FolderOutlined';
import GroupsIcon from '@mui/icons-material/GroupsOutlined';
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import PeopleIcon from '@mui/icons-material/PeopleAltOutlined';
import PodMemberIcon from '@mui/icons-material/GroupAddOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { Outlet } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { NavList, type NavItem } from '../shell/nav-list';
import { SidebarLayout } from '../shell/sidebar-layout';
import { ADMIN_PAGES } from './admin-pages';

const ICONS: Record<string, NavItem['icon']> = {
  projects: FolderIcon,
  tasks: UploadFileIcon,
  users: PeopleIcon,
  roles: BadgeIcon,
  permissions: KeyIcon,
  pods: GroupsIcon,
  'pod-members': PodMemberIcon,
  audit: HistoryIcon,
  'api-tokens': TokenIcon,
};

/** Layout of the administration: the sidebar and the open page. */
export function AdminLayout() {
  const may = useMay();
  const items = ADMIN_PAGES.filter(({ anyOf }) => may(anyOf)).map(({ segment, label }) => ({
    to: `${paths.admin}/${segment}`,
    label,
    icon: ICONS[segment] ?? ArticleIcon,
  }));
  return (
    <SidebarLayout
      label="Administration"
      sidebar={<NavList heading="Administration" items={items} />}
    >
      <Outlet />
    </SidebarLayout>
  );
}

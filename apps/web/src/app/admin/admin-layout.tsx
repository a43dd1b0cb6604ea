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
import type { SvgIconComponent } from '@mui/icons-material';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTheme } from '@mui/material/styles';
import { Outlet } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { LinkStrip } from '../link-strip';
import { NavList } from '../shell/nav-list';
import { SidebarLayout } from '../shell/sidebar-layout';
import { ADMIN_PAGES } from './admin-pages';

const ICONS: Record<string, SvgIconComponent> = {
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

/** Layout of the administration: the sidebar, on narrow screens a row of links, and the open page. */
export function AdminLayout() {
  const may = useMay();
  const wide = useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true });
  const items = ADMIN_PAGES.filter(({ anyOf }) => may(anyOf)).map(({ segment, label }) => ({
    to: `${paths.admin}/${segment}`,
    label,
    icon: ICONS[segment] ?? ArticleIcon,
  }));
  return (
    <SidebarLayout
      label="Administration"
      sidebar={wide && <NavList heading="Administration" items={items} />}
    >
      {!wide && <LinkStrip label="Administration" links={items} deep />}
      <Outlet />
    </SidebarLayout>
  );
}

import UploadFileIcon from '~icons/ic/outline-upload-file';
import TokenIcon from '~icons/ic/outline-key';
import ArticleIcon from '~icons/ic/outline-article';
import BadgeIcon from '~icons/ic/outline-badge';
import FolderIcon from '~icons/ic/outline-folder';
import GroupsIcon from '~icons/ic/outline-groups';
import KeyIcon from '~icons/ic/outline-vpn-key';
import PeopleIcon from '~icons/ic/outline-people-alt';
import PodMemberIcon from '~icons/ic/outline-group-add';
import HistoryIcon from '~icons/ic/outline-history';
import type SvgIcon from '@mui/material/SvgIcon';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTheme } from '@mui/material/styles';
import { Outlet } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { LinkStrip } from '../link-strip';
import { NavList } from '../shell/nav-list';
import { SidebarLayout } from '../shell/sidebar-layout';
import { ADMIN_PAGES } from './admin-pages';

const ICONS: Record<string, typeof SvgIcon> = {
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

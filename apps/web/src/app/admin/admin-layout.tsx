import { useMediaQuery, useTheme } from '@mui/material';
import { Outlet } from 'react-router';
import { paths } from '../../lib/paths';
import { ADMIN_PAGES } from '../pages';
import { useMay } from '../../session/permissions';
import { LinkStrip } from '../link-strip';
import { NavList } from '../shell/nav-list';
import { SidebarLayout } from '../shell/sidebar-layout';

/** Layout of the administration: the sidebar, on narrow screens a row of links, and the open page. */
export function AdminLayout() {
  const may = useMay();
  const wide = useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true });
  const items = ADMIN_PAGES.filter(({ anyOf, ofPortal }) => may(anyOf, ofPortal)).map(
    ({ path, label, icon }) => ({ to: `${paths.admin}/${path}`, label, icon }),
  );
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

import AdminIcon from '~icons/ic/outline-admin-panel-settings';
import HomeIcon from '~icons/ic/outline-home';
import InfoIcon from '~icons/ic/outline-info';
import { Box, Drawer, useMediaQuery, useTheme } from '@mui/material';
import { paths } from '../../lib/paths';
import { ADMIN_PERMISSIONS, useMay } from '../../session/permissions';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { adminPathOf } from '../pages';
import { QueryScope } from '../query-scope';
import { NavList, type NavItem } from './nav-list';
import { WorkspaceNav } from './workspace-nav';

const SITE: NavItem[] = [
  { to: paths.home, label: 'Home', icon: HomeIcon, deep: false },
  { to: paths.about, label: 'About', icon: InfoIcon },
];

/** The temporary menu; on small screens it opens from the bottom. */
export function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const small = useMediaQuery(useTheme().breakpoints.down('sm'));
  const signedIn = useSessionStore(isAuthenticated);
  const may = useMay();
  const admin: NavItem[] = may(ADMIN_PERMISSIONS)
    ? [{ to: adminPathOf(may) ?? paths.admin, label: 'Admin', icon: AdminIcon }]
    : [];
  return (
    <Drawer
      open={open}
      onClose={onClose}
      anchor={small ? 'bottom' : 'left'}
      slotProps={{
        paper: {
          sx: small ? { borderRadius: '16px 16px 0 0', pb: 2 } : { width: 288 },
        },
      }}
    >
      <Box component="nav" aria-label="Menu" sx={{ p: 2, display: 'grid', gap: 2 }}>
        <NavList items={signedIn ? [...SITE, ...admin] : SITE} onNavigate={onClose} />
        {signedIn && (
          <QueryScope>
            <WorkspaceNav onNavigate={onClose} />
          </QueryScope>
        )}
      </Box>
    </Drawer>
  );
}

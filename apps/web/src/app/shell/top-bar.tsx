import AdminIcon from '~icons/ic/outline-admin-panel-settings';
import HomeIcon from '~icons/ic/outline-home';
import InfoIcon from '~icons/ic/outline-info';
import MenuIcon from '~icons/ic/baseline-menu';
import SpaceDashboardIcon from '~icons/ic/outline-space-dashboard';
import { Box, IconButton } from '@mui/material';
import { Suspense } from 'react';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { ADMIN_PERMISSIONS, adminPathOf } from '../../pages';
import { NOT_PRINTED } from '../../ui/theme-media';
import { Brand } from './brand';
import { ConnectionBadge, PaletteButton, SavingThemeToggle, UserMenu } from './lazy-parts';
import { TOP_BAR_HEIGHT } from './measures';
import { ThemeToggle } from './theme-toggle';
import { TopLink } from './top-link';
import { Row } from '../../ui/layout';

/** The top bar of every page. On narrow screens its links are icons. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const signedIn = useSessionStore(isAuthenticated);
  const may = useMay();
  return (
    <Row
      component="header"
      gap={0.5}
      sx={(theme) => ({
        position: 'sticky',
        top: 0,
        zIndex: theme.zIndex.appBar,
        height: TOP_BAR_HEIGHT,
        px: { xs: 1, sm: 2 },
        backgroundColor: theme.vars.palette.background.default,
        borderBottom: `1px solid ${theme.vars.palette.line.soft}`,
        ...NOT_PRINTED,
      })}
    >
      <IconButton aria-label="Toggle menu" onClick={onMenu}>
        <MenuIcon fontSize="small" />
      </IconButton>
      <Brand />
      <Box sx={{ flex: 1 }} />
      {/* Its width changes; here it moves nothing else. */}
      <Suspense>{signedIn && <ConnectionBadge />}</Suspense>
      <Suspense fallback={<Space width={{ xs: 35, md: 166 }} />}>
        {signedIn && <PaletteButton />}
      </Suspense>
      <Box component="nav" aria-label="Main" sx={{ display: 'flex', gap: 0.25 }}>
        <TopLink to={paths.home} label="Home" icon={HomeIcon} minor />
        {signedIn && <TopLink to={paths.dashboard} label="Dashboard" icon={SpaceDashboardIcon} />}
        {signedIn && may(ADMIN_PERMISSIONS) && (
          <TopLink
            to={adminPathOf(may) ?? paths.admin}
            area={paths.admin}
            label="Admin"
            icon={AdminIcon}
          />
        )}
        <TopLink to={paths.about} label="About" icon={InfoIcon} minor />
      </Box>
      {signedIn ? (
        <Suspense fallback={<ThemeToggle />}>
          <SavingThemeToggle />
        </Suspense>
      ) : (
        <ThemeToggle />
      )}
      <Suspense fallback={<Space width={76} />}>{signedIn && <UserMenu />}</Suspense>
    </Row>
  );
}

/** The place of a part that loads, so that the links beside it stay where they are. */
function Space({ width }: { width: number | { xs: number; md: number } }) {
  return <Box sx={{ flexShrink: 0, width }} />;
}

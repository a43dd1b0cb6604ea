import AdminIcon from '~icons/ic/outline-admin-panel-settings';
import HomeIcon from '~icons/ic/outline-home';
import InfoIcon from '~icons/ic/outline-info';
import MenuIcon from '~icons/ic/baseline-menu';
import SpaceDashboardIcon from '~icons/ic/outline-space-dashboard';
import { Box, IconButton, Typography, ButtonBase, type SvgIcon } from '@mui/material';
import { Suspense } from 'react';
import { paths } from '../../lib/paths';
import { ADMIN_PERMISSIONS, useMay } from '../../session/permissions';
import { isAuthenticated, useSessionStore } from '../../session/session-store';
import { adminPathOf } from '../pages';
import { NOT_PRINTED } from '../../ui/theme-media';
import { ConnectionBadge, PaletteButton, SavingThemeToggle, UserMenu } from './lazy-parts';
import { TOP_BAR_HEIGHT } from './measures';
import { ThemeToggle } from './theme-toggle';
import { Row } from '../../ui/layout';
import { Link, NavLink, useMatch } from 'react-router';
import { LogoMark } from '../../ui/logo-mark';

const TITLE = 'Turing Portal for AI Trainers and Reviewers';

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
      <Row component="nav" aria-label="Main" align="stretch" gap={0.25}>
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
      </Row>
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

/** Logo and title; narrow screens hide the second half of the title. */
function Brand() {
  return (
    <Box
      component={Link}
      to={paths.home}
      aria-label={TITLE}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        minWidth: 0,
        px: 1,
        py: 0.75,
        borderRadius: 1,
        color: 'text.primary',
        textDecoration: 'none',
      }}
    >
      <LogoMark size={26} />
      <Typography component="span" noWrap sx={{ fontWeight: 650, letterSpacing: '-0.012em' }}>
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          Turing Portal
        </Box>
        <Box
          component="span"
          sx={{ display: { xs: 'none', lg: 'inline' }, color: 'text.secondary', fontWeight: 500 }}
        >
          {' for AI Trainers and Reviewers'}
        </Box>
      </Typography>
    </Box>
  );
}

interface TopLinkProps {
  to: string;
  label: string;
  icon: typeof SvgIcon;
  /** The path of the pages on which the link is marked; by default those below `to`. */
  area?: string;
  /** Small screens show it only in the drawer. */
  minor?: boolean;
}

/**
 * A link of the top bar: text on wide screens; on narrow ones an icon with the text as its
 * accessible name.
 */
function TopLink({ to, label, icon: Icon, area = to, minor = false }: TopLinkProps) {
  const isInArea = useMatch({ path: area, end: area === '/' }) !== null;
  return (
    <ButtonBase
      component={NavLink}
      to={to}
      end={to === '/'}
      className={isInArea ? 'active' : ''}
      aria-label={label}
      sx={{
        display: minor ? { xs: 'none', md: 'inline-flex' } : 'inline-flex',
        gap: 0.75,
        px: { xs: 1, md: 1.25 },
        height: 36,
        borderRadius: 1,
        typography: 'button',
        color: 'text.secondary',
        '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
        '&.active': { color: 'text.primary' },
        '&.active .MuiSvgIcon-root': { color: 'primary.main' },
      }}
    >
      <Icon sx={{ fontSize: 19 }} />
      <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
        {label}
      </Box>
    </ButtonBase>
  );
}

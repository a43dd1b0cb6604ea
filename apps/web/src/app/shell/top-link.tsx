import { Box, ButtonBase, type SvgIcon } from '@mui/material';
import { NavLink, useMatch } from 'react-router';

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
export function TopLink({ to, label, icon: Icon, area = to, minor = false }: TopLinkProps) {
  const isInArea = useMatch({ path: area, end: area === '/' }) !== null;
  return (
    <ButtonBase
      component={NavLink}
      to={to}
      end={to === '/'}
      className={isInArea ? 'active' : ''}
      aria-label={label}
      sx={(theme) => ({
        display: minor ? { xs: 'none', md: 'inline-flex' } : 'inline-flex',
        gap: 0.75,
        px: { xs: 1, md: 1.25 },
        height: 36,
        borderRadius: 1,
        typography: 'button',
        color: 'text.secondary',
        '&:hover': { color: 'text.primary', backgroundColor: theme.vars.palette.action.hover },
        '&.active': { color: 'text.primary' },
        '&.active .MuiSvgIcon-root': { color: 'primary.main' },
      })}
    >
      <Icon sx={{ fontSize: 19 }} />
      <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
        {label}
      </Box>
    </ButtonBase>
  );
}

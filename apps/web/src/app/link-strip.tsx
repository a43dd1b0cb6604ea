import { Button, type SvgIcon } from '@mui/material';
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Row } from '../ui/layout';

interface LinkStripProps {
  /** Accessible name. */
  label: string;
  links: readonly {
    readonly to: string;
    readonly label: string;
    readonly icon: typeof SvgIcon;
  }[];
  /** Whether a link also counts as open on deeper paths. */
  deep?: boolean;
  /** More buttons after the links. */
  children?: ReactNode;
}

/** The links of a sidebar in a row above the page, for narrow screens. */
export function LinkStrip({ label, links, deep = false, children }: LinkStripProps) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const openPage = links.findIndex(
    ({ to }) => pathname === to || (deep && pathname.startsWith(`${to}/`)),
  );
  // The row can be wider than the screen: show the link of the open page.
  useEffect(() => {
    const current = nav.current?.children[openPage];
    if (!nav.current || !(current instanceof HTMLElement)) return;
    nav.current.scrollLeft =
      current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [openPage]);
  return (
    <Row
      component="nav"
      ref={nav}
      aria-label={label}
      align="stretch"
      gap={0.5}
      sx={{
        position: 'relative',
        overflowX: 'auto',
        mx: { xs: -2, sm: -3 },
        px: { xs: 1, sm: 2 },
        mt: { xs: -1.5, sm: -2 },
        mb: 2.5,
        pb: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {links.map(({ to, label: text, icon: Icon }) => (
        <Button
          key={to}
          component={NavLink}
          to={to}
          end={!deep}
          size="small"
          startIcon={<Icon />}
          sx={{
            flexShrink: 0,
            color: 'text.secondary',
            '&.active': { color: 'text.primary' },
            '&.active .MuiSvgIcon-root': { color: 'primary.main' },
          }}
        >
          {text}
        </Button>
      ))}
      {children}
    </Row>
  );
}

import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { NOT_PRINTED } from '../../ui/theme-media';
import { useWallMode } from '../../ui/wall-mode/use-wall-mode';
import { CONTENT_ID, SIDEBAR_WIDTH, TOP_BAR_HEIGHT } from './measures';
import { Columns, Row } from '../../ui/layout';

interface SidebarLayoutProps {
  /** Accessible name of the sidebar. */
  label: string;
  sidebar: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A page with a sidebar, which is permanent on wide screens; narrow screens use the drawer. Wall mode
 * has none.
 */
export function SidebarLayout({ label, sidebar, footer, children }: SidebarLayoutProps) {
  const [wall] = useWallMode();
  return (
    <Row align="stretch" sx={{ flex: 1, minWidth: 0 }}>
      {!wall && <Sidebar label={label} sidebar={sidebar} footer={footer} />}
      <Box
        id={CONTENT_ID}
        tabIndex={-1}
        sx={{
          flex: 1,
          minWidth: 0,
          px: { xs: 2, sm: 3, xl: 4 },
          py: wall ? 2 : { xs: 2.5, sm: 3.5 },
          outline: 'none',
        }}
      >
        <Box sx={{ maxWidth: 1760, mx: 'auto' }}>{children}</Box>
      </Box>
    </Row>
  );
}

function Sidebar({ label, sidebar, footer }: Omit<SidebarLayoutProps, 'children'>) {
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={(theme) => ({
        display: { xs: 'none', lg: 'flex' },
        flexDirection: 'column',
        width: SIDEBAR_WIDTH,
        flexShrink: 0,
        position: 'sticky',
        top: TOP_BAR_HEIGHT,
        // As high as the content beside it, which can begin below a strip.
        maxHeight: `calc(100dvh - ${TOP_BAR_HEIGHT}px)`,
        borderRight: `1px solid ${theme.vars.palette.line.soft}`,
        ...NOT_PRINTED,
      })}
    >
      <Columns
        gap={3}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2.5, alignContent: 'start' }}
      >
        {sidebar}
      </Columns>
      {footer !== undefined && <Box sx={{ px: 2.5, py: 1.5 }}>{footer}</Box>}
    </Box>
  );
}

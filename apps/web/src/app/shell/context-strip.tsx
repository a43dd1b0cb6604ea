import Box from '@mui/material/Box';
import { useMatches } from 'react-router';
import { ProjectSelector } from '../../features/projects/project-selector';
import { SyncLine } from '../../features/sync/sync-line';

/** Project selector and sync line above the page, for pages without a sidebar. */
export function ContextStrip() {
  const inSidebar = useMatches().some(({ handle }) => isWorkspace(handle));
  return (
    <Box
      role="region"
      aria-label="Project"
      sx={(theme) => ({
        display: { xs: 'flex', lg: inSidebar ? 'none' : 'flex' },
        flexDirection: { xs: 'column', sm: 'row' },
        alignItems: { xs: 'stretch', sm: 'center' },
        justifyContent: 'space-between',
        columnGap: 3,
        rowGap: 1,
        px: { xs: 2, sm: 3 },
        py: 1.25,
        borderBottom: `1px solid ${theme.vars.palette.line.soft}`,
      })}
    >
      <Box sx={{ width: { xs: '100%', sm: 260 }, pt: 0.5 }}>
        <ProjectSelector />
      </Box>
      <SyncLine />
    </Box>
  );
}

function isWorkspace(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'workspace' in handle;
}

import Box from '@mui/material/Box';
import { ProjectSelector } from '../../features/projects/project-selector';
import { SyncLine } from '../../features/sync/sync-line';
import { StripFrame } from './strip-frame';

/** Project selector and sync line above the page, for pages without a sidebar. */
export function ContextStrip() {
  return (
    <StripFrame>
      <Box sx={{ width: { xs: '100%', sm: 260 }, pt: 0.5 }}>
        <ProjectSelector />
      </Box>
      <SyncLine />
    </StripFrame>
  );
}

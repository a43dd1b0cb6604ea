import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/page-header';

interface DashboardHeaderProps {
  projectName?: string | undefined;
  /** How current the numbers are. */
  freshness?: ReactNode;
  refreshing?: boolean;
  /** Fetches everything again; absent while there is no project. */
  onRefresh?: () => void;
}

/** The heading with the project's name and the way to fetch everything again. */
export function DashboardHeader({
  projectName,
  freshness,
  refreshing = false,
  onRefresh,
}: DashboardHeaderProps) {
  return (
    <PageHeader
      title="Project Dashboard"
      {...(projectName !== undefined && { subtitle: projectName })}
      actions={
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
        >
          {freshness}
          <Button
            variant="outlined"
            startIcon={
              <RefreshIcon
                sx={{
                  animation: refreshing ? 'portal-turn 0.9s linear infinite' : 'none',
                  '@keyframes portal-turn': { to: { transform: 'rotate(360deg)' } },
                }}
              />
            }
            disabled={onRefresh === undefined}
            onClick={() => onRefresh?.()}
          >
            Refresh
          </Button>
        </Box>
      }
    />
  );
}

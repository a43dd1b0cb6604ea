import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { CopyLinkButton } from './copy-link-button';
import { PageHeader } from './page-header';

interface StatisticsHeaderProps {
  title: string;
  projectName?: string | undefined;
  /** Shows how current the numbers are. */
  freshness?: ReactNode;
  refreshing?: boolean;
  /** Reloads everything; absent without a project. */
  onRefresh?: () => void;
}

/** Heading with the name of the project and a refresh button. */
export function StatisticsHeader({
  title,
  projectName,
  freshness,
  refreshing = false,
  onRefresh,
}: StatisticsHeaderProps) {
  return (
    <PageHeader
      title={title}
      {...(projectName !== undefined && { subtitle: projectName })}
      actions={
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
        >
          {freshness}
          {onRefresh && <CopyLinkButton link={() => window.location.href} />}
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

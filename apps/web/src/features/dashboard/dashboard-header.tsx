import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CopyLinkButton } from '../../ui/copy-link-button';
import { PageHeader } from '../../ui/page-header';
import { RefreshButton } from '../../ui/refresh-button';

interface DashboardHeaderProps {
  projectName?: string | undefined;
  /** Shows how current the numbers are. */
  freshness?: ReactNode;
  refreshing?: boolean;
  /** Reloads everything; absent without a project. */
  onRefresh?: () => void;
}

/** Heading with the name of the project and a refresh button. */
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
          {onRefresh && <CopyLinkButton link={() => window.location.href} />}
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        </Box>
      }
    />
  );
}

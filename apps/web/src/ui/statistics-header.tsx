import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { CopyLinkButton } from './copy-link-button';
import { PageHeader } from './page-header';
import { ProjectLine } from './project-line';
import { RefreshButton } from './refresh-button';
import { Row } from './layout';
import { useWallMode } from './wall-mode/use-wall-mode';
import { WallModeButton } from './wall-mode/wall-mode-button';

interface StatisticsHeaderProps {
  title: string;
  projectName?: string | undefined;
  /** Shows how current the numbers are. */
  freshness?: ReactNode;
  refreshing?: boolean;
  /** Reloads everything; absent without a project. */
  onRefresh?: () => void;
  /** What the numbers are of, on a wall screen. Only pages with it have a wall mode. */
  wallText?: string;
}

/** Heading with the name of the project and a refresh button. */
export function StatisticsHeader({
  title,
  projectName,
  freshness,
  refreshing = false,
  onRefresh,
  wallText,
}: StatisticsHeaderProps) {
  const [isWall] = useWallMode();
  if (isWall && wallText !== undefined) {
    const name = [projectName, wallText].filter(Boolean).join(' · ');
    return (
      // The corner of a wall is taken.
      <Box sx={{ pr: { sm: '11rem' } }}>
        <PageHeader title={title} subtitle={<ProjectLine name={name} freshness={freshness} />} />
      </Box>
    );
  }
  return (
    <PageHeader
      title={title}
      subtitle={<ProjectLine name={projectName} freshness={freshness} />}
      actions={
        <Row wrap sx={{ columnGap: 2, rowGap: 1 }}>
          {onRefresh && <CopyLinkButton link={() => window.location.href} />}
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
          {wallText !== undefined && <WallModeButton />}
        </Row>
      }
    />
  );
}

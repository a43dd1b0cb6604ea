import type { ReactNode } from 'react';
import { CopyLinkButton } from './copy-link-button';
import { PageHeader } from './page-header';
import { ProjectLine } from './project-line';
import { RefreshButton } from './refresh-button';
import { Row } from './layout';

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
      subtitle={<ProjectLine name={projectName} freshness={freshness} />}
      actions={
        <Row wrap sx={{ columnGap: 2, rowGap: 1 }}>
          {onRefresh && <CopyLinkButton link={() => window.location.href} />}
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        </Row>
      }
    />
  );
}

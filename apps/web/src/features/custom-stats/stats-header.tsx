import BackIcon from '~icons/ic/baseline-arrow-back';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { PageHeader } from '../../ui/page-header';
import { ProjectLine } from '../../ui/project-line';
import { RefreshButton } from '../../ui/refresh-button';
import { Row } from '../../ui/layout';

interface StatsHeaderProps {
  projectName?: string | undefined;
  /** Shows how current the results are. */
  freshness?: ReactNode;
  /** Buttons of users who manage the statistics. */
  manage?: ReactNode;
  refreshing?: boolean;
  /** Reloads everything; absent without a project. */
  onRefresh?: () => void;
}

/** Title, project and buttons of the page. */
export function StatsHeader(props: StatsHeaderProps) {
  const { projectName, freshness, manage, refreshing = false, onRefresh } = props;
  return (
    <PageHeader
      title="Custom Statistics"
      subtitle={<ProjectLine name={projectName} freshness={freshness} />}
      actions={
        <Row wrap gap={1}>
          <Button component={Link} to={paths.dashboard} startIcon={<BackIcon />}>
            Back to Dashboard
          </Button>
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
          {manage}
        </Row>
      }
    />
  );
}

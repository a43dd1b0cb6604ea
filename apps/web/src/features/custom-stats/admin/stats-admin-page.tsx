import { Alert, Card, Skeleton } from '@mui/material';
import { useState } from 'react';
import { useOwnProject } from '../../../entities/projects/api';
import { useProjectStore } from '../../../lib/project-store';
import { PageHeader } from '../../../ui/page-header';
import { PageLoading } from '../../../ui/page-loading';
import { ManageButtons } from '../manage-buttons';
import { useStats } from '../api';
import { type OpenDialog, StatDialogs } from '../stat-dialogs';
import { NoStats, StatsError } from '../stats-states';
import { StatOrder } from './stat-order';

/** Administration of the custom statistics of the selected project. */
export function StatsAdminPage() {
  const selectedId = useProjectStore((state) => state.selectedId);
  const loading = useProjectStore((state) => state.authorised === null);
  if (selectedId !== null) return <StatsAdmin key={selectedId} projectId={selectedId} />;
  if (loading) return <PageLoading />;
  return (
    <>
      <PageHeader title="Custom Stats" />
      <Alert severity="info">Please select a project to manage its custom statistics.</Alert>
    </>
  );
}

function StatsAdmin({ projectId }: { projectId: number }) {
  const projectName = useOwnProject(projectId)?.name;
  const list = useStats(projectId, false);
  const [dialog, setDialog] = useState<OpenDialog>();
  const buttons = <ManageButtons onOpen={setDialog} />;
  return (
    <>
      <PageHeader
        title="Custom Stats"
        {...(projectName !== undefined && { subtitle: projectName })}
        actions={buttons}
      />
      {list.isError && <StatsError onRetry={() => void list.refetch()} />}
      {list.isPending && <RowsLoading />}
      {list.data?.length === 0 && <NoStats manage={buttons} />}
      {list.data !== undefined && list.data.length > 0 && (
        <Card>
          <StatOrder projectId={projectId} stats={list.data} onOpen={setDialog} />
        </Card>
      )}
      <StatDialogs projectId={projectId} open={dialog} onOpen={setDialog} />
    </>
  );
}

function RowsLoading() {
  return (
    <Card role="status" aria-label="Loading custom statistics" sx={{ px: 2, py: 1 }}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={64} />
      ))}
    </Card>
  );
}

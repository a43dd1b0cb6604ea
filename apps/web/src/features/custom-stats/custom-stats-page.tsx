import { Alert } from '@mui/material';
import { useProjectStore } from '../../lib/project-store';
import { PageLoading } from '../../ui/page-loading';
import type { StatCardProps } from './card/card-props';
import { CustomStats } from './custom-stats';
import { StatsHeader } from './stats-header';

/** The custom statistics of the selected project. */
export function CustomStatsPage({ below }: Pick<StatCardProps, 'below'>) {
  const selectedId = useProjectStore((state) => state.selectedId);
  const loading = useProjectStore((state) => state.authorised === null);
  if (selectedId !== null)
    return <CustomStats key={selectedId} projectId={selectedId} below={below} />;
  if (loading) return <PageLoading />;
  return (
    <>
      <StatsHeader />
      <Alert severity="info">
        Please select a project from the sidebar to view its custom statistics.
      </Alert>
    </>
  );
}

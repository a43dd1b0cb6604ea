import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { isRefused } from '../../lib/api-error';
import { formatTime } from '../../lib/format';
import { inUserZone } from '../../lib/user-zone';
import { LoadError } from '../../ui/load-error';
import { PageHeader } from '../../ui/page-header';
import { QueryView } from '../../ui/query-view';
import { RefreshButton } from '../../ui/refresh-button';
import { useSystem } from '../../entities/portal/use-system';
import { DatabaseCard, HealthCard, QueueCard, ServerCard, UpkeepCard, UploadsCard } from './facts';
import { ConnectionsCard, TablesCard, UsesCard, WorkersCard } from './tables';
import { serverTimeOf } from '../../lib/server-clock';
import { Columns } from '../../ui/layout';

const FAILED = 'Failed to load the state of the system';

/** How the whole portal is: health, versions, connections, sizes and upkeep. */
export function SystemPage() {
  const system = useSystem();
  const { data, error, errorUpdatedAt, dataUpdatedAt, isFetching, refetch } = system;
  const readAt = serverTimeOf(dataUpdatedAt);
  const refused = isRefused(error);
  return (
    <>
      <PageHeader
        title="System"
        subtitle={
          data
            ? `At ${formatTime(inUserZone(readAt))}. Read again every 15 seconds.`
            : 'How the portal is now'
        }
        actions={<RefreshButton refreshing={isFetching} onRefresh={() => void refetch()} />}
      />
      {data && !refused && <LoadError error={error} at={errorUpdatedAt} fallback={FAILED} />}
      <QueryView
        query={{ data: refused ? undefined : data, error, refetch }}
        pending={<Loading />}
        failed={FAILED}
      >
        {(now) => (
          <Cards>
            <HealthCard system={now} />
            <UpkeepCard system={now} readAt={readAt} />
            <DatabaseCard system={now} readAt={readAt} />
            <QueueCard system={now} />
            <ServerCard system={now} readAt={readAt} />
            <UploadsCard system={now} />
            <WorkersCard system={now} readAt={readAt} />
            <ConnectionsCard system={now} />
            <TablesCard system={now} />
            <UsesCard system={now} />
          </Cards>
        )}
      </QueryView>
    </>
  );
}

function Cards({ children }: { children: ReactNode }) {
  return (
    <Columns columns={{ md: 2 }} gap={2.5}>
      {children}
    </Columns>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading...">
      <Cards>
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} variant="rounded" height={200} />
        ))}
      </Cards>
    </Box>
  );
}

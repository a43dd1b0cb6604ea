import { importListSchema, type ImportSummary } from '@portal/contracts/imports';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useConnection, useLiveImports } from '../../../live/use-live';
import { api } from '../../../session/api';
import { hasEnded } from '../import-progress';
import { importKeys } from './import-keys';

const POLL_LIVE_MS = 30_000;
/** Without a connection, and for places in the queue: they move with the end of other imports. */
const POLL_BLIND_MS = 3_000;

/** Also the number that is shown at most. */
const SIZE = 100;
const QUERY = {
  size: SIZE,
  sort_by: 'created_at',
  sort_order: 'asc',
  filters: JSON.stringify({ status: { in: ['queued', 'running'] } }),
};

/** The waiting and running imports that the user sees, oldest first, with their pushed states. */
export function useImportsUnderWay(): readonly ImportSummary[] {
  const live = useConnection().kind === 'live';
  const pushed = useLiveImports();
  const { data } = useQuery({
    ...underWayOptions(),
    // Polls without a live connection; with one, rarely, as a fallback.
    refetchInterval: ({ state }) =>
      live && !state.data?.items.some(({ queue_place: place }) => place !== null)
        ? POLL_LIVE_MS
        : POLL_BLIND_MS,
  });
  // The place of a queued import moves without a push.
  const moving = live ? pushed.filter(({ status }) => status !== 'queued') : [];
  const newest = new Map(moving.map((summary) => [summary.import_id, summary]));
  return (data?.items ?? [])
    .map((listed) => newest.get(listed.import_id) ?? listed)
    .filter((summary) => !hasEnded(summary));
}

function underWayOptions() {
  return queryOptions({
    queryKey: importKeys.underWay,
    queryFn: ({ signal }) =>
      api.call('/tasks/imports/', importListSchema, { query: QUERY, signal }),
  });
}

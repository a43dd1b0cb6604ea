import { Box, Typography } from '@mui/material';
import { metaSchema } from '@portal/contracts/about';
import { META_TASKS_LAST_IMPORTED_AT } from '@portal/contracts/constants';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useQuery } from '@tanstack/react-query';
import { formatRelative, formatSyncInstant } from '../../lib/format';
import { useServerNow } from '../../lib/server-clock';
import { useLiveState } from '../../live/use-live';
import { api } from '../../session/api';
import { useProjectStore } from '../../lib/project-store';

const TICK_MS = 10_000;

/** Time of the last sync in Los Angeles and its age; updates when an import ends. */
export function SyncLine() {
  const sync = useSyncTime();
  const now = useServerNow(TICK_MS);
  return (
    <Typography variant="caption" color="textSecondary" component="p">
      {sync.kind === 'loading' ? (
        'Loading sync status...'
      ) : sync.value === null ? (
        'Tasks Last Synced: never'
      ) : (
        <>
          Tasks Last Synced: {formatSyncInstant(sync.value)}{' '}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            ({formatRelative(sync.value, now)})
          </Box>
        </>
      )}
    </Typography>
  );
}

type SyncTime =
  | { readonly kind: 'loading' }
  /** `value` is an instant; null if nothing was imported yet or the time cannot be loaded. */
  | { readonly kind: 'known'; readonly value: string | null };

/** Time of the last import: fetched once, then updated by pushed states. */
function useSyncTime(): SyncTime {
  const selectedId = useProjectStore((state) => state.selectedId);
  const ofProject = useLiveState('sync-time', selectedId);
  const ofAll = useLiveState('sync-time', ALL_PROJECTS_ID);
  const asked = useLastImport();
  if (asked.isPending && !ofProject && !ofAll) return { kind: 'loading' };
  return { kind: 'known', value: newest([asked.data?.value, ofProject?.value, ofAll?.value]) };
}

/** The latest instant, ignoring absent ones. */
function newest(instants: readonly (string | null | undefined)[]): string | null {
  let latest: string | null = null;
  for (const instant of instants) {
    if (instant && (latest === null || Date.parse(instant) > Date.parse(latest))) latest = instant;
  }
  return latest;
}

/** The time at which the last import ended. */
function useLastImport() {
  return useQuery({
    queryKey: ['meta', META_TASKS_LAST_IMPORTED_AT],
    // Without the signal: the line moves while a page loads, which must not end and repeat the request.
    queryFn: () => api.call(`/meta/${META_TASKS_LAST_IMPORTED_AT}`, metaSchema),
  });
}

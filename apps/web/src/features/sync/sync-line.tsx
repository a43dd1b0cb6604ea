import Typography from '@mui/material/Typography';
import { formatRelative, formatSyncInstant } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { useSyncTime } from './use-sync-time';

const TICK_MS = 10_000;

/** Time of the last sync in Los Angeles and its age; updates when an import ends. */
export function SyncLine() {
  const sync = useSyncTime();
  const now = useNow(TICK_MS);
  return (
    <Typography variant="caption" color="textSecondary" component="p">
      {syncText(sync, now)}
    </Typography>
  );
}

function syncText(sync: ReturnType<typeof useSyncTime>, now: number): string {
  if (sync.kind === 'loading') return 'Loading sync status...';
  if (sync.value === null) return 'Tasks Last Synced: never';
  return `Tasks Last Synced: ${formatSyncInstant(sync.value)} (${formatRelative(sync.value, now)})`;
}

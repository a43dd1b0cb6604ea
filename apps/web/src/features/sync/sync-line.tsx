import Box from '@mui/material/Box';
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

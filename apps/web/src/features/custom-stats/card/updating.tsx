import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { formatDuration } from '../../../lib/format';
import { useNow } from '../../../lib/use-now';

/** A shorter update shows nothing, so that frequent ones do not flicker. */
const QUIET_MS = 1_000;

/** A result runs again while the last one is shown. */
export function Updating({ onCancel }: { onCancel: () => void }) {
  const [startedAt] = useState(() => Date.now());
  const elapsed = useNow(1_000) - startedAt;
  if (elapsed < QUIET_MS) return null;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}>
        <Typography variant="caption" color="textSecondary">
          Updating · {formatDuration(elapsed / 1000)}
        </Typography>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </Box>
      <Box sx={{ position: 'absolute', left: 0, right: 0, bottom: 0 }}>
        <LinearProgress aria-label="Updating" sx={{ height: 2, borderRadius: 0 }} />
      </Box>
    </>
  );
}

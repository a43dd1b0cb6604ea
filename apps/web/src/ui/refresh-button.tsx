import RefreshIcon from '~icons/ic/baseline-refresh';
import { Button } from '@mui/material';

interface RefreshButtonProps {
  refreshing?: boolean;
  /** Reloads everything; the button is disabled without it. */
  onRefresh?: (() => void) | undefined;
}

/** Its icon turns during the refresh. */
export function RefreshButton({ refreshing = false, onRefresh }: RefreshButtonProps) {
  return (
    <Button
      variant="outlined"
      startIcon={
        <RefreshIcon
          sx={{
            animation: refreshing ? 'portal-turn 0.9s linear infinite' : 'none',
            '@keyframes portal-turn': { to: { transform: 'rotate(360deg)' } },
          }}
        />
      }
      disabled={onRefresh === undefined}
      onClick={() => onRefresh?.()}
    >
      Refresh
    </Button>
  );
}

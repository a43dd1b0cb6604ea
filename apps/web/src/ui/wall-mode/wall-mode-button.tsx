import TvIcon from '~icons/ic/outline-tv';
import { Button } from '@mui/material';
import { showToast } from '../toast-store';
import { useWallMode } from './use-wall-mode';

/** Shows the page for a wall screen; not rendered there. */
export function WallModeButton() {
  const [wall, setWall] = useWallMode();
  if (wall) return null;
  const enter = () => {
    setWall(true);
    showToast('Press Escape to leave wall mode');
  };
  return (
    <Button variant="outlined" startIcon={<TvIcon />} onClick={enter}>
      Wall mode
    </Button>
  );
}

import { useCallback } from 'react';
import { useUrlState, type UrlParam } from '../../lib/url-state';

const kiosk: UrlParam<boolean> = {
  read: ([text]) => text === '1',
  write: (on) => (on ? ['1'] : []),
};
const WALL_PARAMS = { kiosk };

/** Whether the page is shown for a wall screen, `?kiosk=1`, and how to change that. */
export function useWallMode() {
  const [state, setState] = useUrlState(WALL_PARAMS);
  const setWall = useCallback((on: boolean) => setState({ kiosk: on }), [setState]);
  return [state.kiosk, setWall] as const;
}

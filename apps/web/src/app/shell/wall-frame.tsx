import CloseIcon from '~icons/ic/outline-fullscreen-exit';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect } from 'react';
import { ConnectionBadge } from './connection-badge';
import { useIdlePointer } from './use-idle-pointer';
import { useWakeLock } from './use-wake-lock';

/**
 * What a page on a wall screen has instead of bars and sidebars: larger type, and in the corner the
 * state of the connection and a button that leaves wall mode, as Escape does.
 */
export function WallFrame({ onLeave }: { onLeave: () => void }) {
  useEscape(onLeave);
  useWakeLock();
  const idle = useIdlePointer();
  return (
    <>
      <GlobalStyles styles={WALL_STYLES} />
      {idle && <GlobalStyles styles={NO_CURSOR} />}
      <Box
        role="region"
        aria-label="Wall mode"
        sx={(theme) => ({
          position: 'fixed',
          right: 12,
          // A title needs the whole width of a phone.
          top: { xs: 'auto', sm: 12 },
          bottom: { xs: 12, sm: 'auto' },
          zIndex: theme.zIndex.appBar,
          display: 'flex',
          alignItems: 'center',
          p: 0.5,
          borderRadius: 999,
          border: `1px solid ${theme.vars.palette.line.soft}`,
          backgroundColor: theme.vars.palette.background.paper,
        })}
      >
        <ConnectionBadge />
        <Tooltip title="Leave wall mode (Escape)">
          <IconButton aria-label="Leave wall mode" size="small" onClick={onLeave}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
    </>
  );
}

/**
 * Sizes of type are in rem: they grow with the screen, from 18 px at 1440 by 900 to 41 px at 3840 by
 * 2160. The rows of a list are closer together, so that the whole list of a pod is on the screen.
 */
const WALL_STYLES = {
  html: {
    fontSize: 'clamp(17px, min(calc(8px + 0.85vw), 2vh), 48px)',
    '--row-padding': '0.25rem',
  },
  // On phones the corner is below and never covers the end of a page.
  '@media (max-width: 599.95px)': { body: { paddingBottom: 56 } },
};
const NO_CURSOR = { 'html, html *': { cursor: 'none !important' } };

/** An open dialog or menu uses Escape first and stops the event. */
function useEscape(leave: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [leave]);
}

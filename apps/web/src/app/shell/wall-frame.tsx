import CloseIcon from '~icons/ic/outline-fullscreen-exit';
import { GlobalStyles, IconButton, Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';
import { ConnectionBadge } from './connection-badge';
import { plural } from '../../lib/format';
import { logWarning } from '../../lib/log';
import AddIcon from '~icons/ic/outline-library-add';
import RotatingIcon from '~icons/ic/outline-autorenew';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { readStored, writeStored } from '../../lib/storage';
import { Row } from '../../ui/layout';

const STORAGE_KEY = 'portal.wall-boards';

const boardsSchema = z.array(z.string().startsWith('/'));

/** How long each board is shown. */
const BOARD_MS = 30_000;

/**
 * What a page on a wall screen has instead of bars and sidebars: larger type, and in the corner the
 * state of the connection, the rotation and a button that leaves wall mode, as Escape does.
 */
export function WallFrame({ onLeave }: { onLeave: () => void }) {
  useEscape(onLeave);
  useWakeLock();
  const idle = useIdlePointer();
  return (
    <>
      <GlobalStyles styles={WALL_STYLES} />
      {idle && <GlobalStyles styles={NO_CURSOR} />}
      <Row
        role="region"
        aria-label="Wall mode"
        sx={(theme) => ({
          position: 'fixed',
          right: 12,
          // A title needs the whole width of a phone.
          top: { xs: 'auto', sm: 12 },
          bottom: { xs: 12, sm: 'auto' },
          zIndex: theme.zIndex.appBar,
          p: 0.5,
          borderRadius: 999,
          border: `1px solid ${theme.vars.palette.line.soft}`,
          backgroundColor: theme.vars.palette.background.paper,
        })}
      >
        <ConnectionBadge />
        <Rotation />
        <Tooltip title="Leave wall mode (Escape)">
          <IconButton aria-label="Leave wall mode" size="small" onClick={onLeave}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Row>
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
  '@media (max-height: 800px)': { html: { '--row-padding': '0.125rem' } },
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

const IDLE_MS = 3_000;

/** Whether the pointer has not moved for three seconds. */
function useIdlePointer(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), IDLE_MS);
    const moved = () => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerdown', moved);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerdown', moved);
    };
  }, []);
  return idle;
}

/**
 * Prevents the screen from sleeping while the component is mounted. The browser releases the lock
 * of a hidden tab, so it is requested again when the tab is visible.
 */
function useWakeLock(): void {
  useEffect(() => {
    // Missing on plain-http origins other than localhost.
    const locks: WakeLock | undefined = 'wakeLock' in navigator ? navigator.wakeLock : undefined;
    if (!locks) return;
    let lock: WakeLockSentinel | undefined;
    let mounted = true;
    const request = () => {
      if (document.visibilityState !== 'visible') return;
      locks.request('screen').then(
        (granted) => {
          if (mounted) lock = granted;
          else void granted.release();
        },
        () => logWarning('The screen may sleep: the browser refused to keep it on'),
      );
    };
    request();
    document.addEventListener('visibilitychange', request);
    return () => {
      mounted = false;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}

/** Takes the open board into the rotation of this screen, or out of it. From two boards on, the wall rotates. */
function Rotation() {
  const { pathname, search } = useLocation();
  const board = pathname + search;
  const navigate = useNavigate();
  const [boards, setBoards] = useState(
    () => readStored('browser', STORAGE_KEY, boardsSchema) ?? [],
  );
  const at = boards.indexOf(board);
  const next = at === -1 ? undefined : boards[(at + 1) % boards.length];
  useEffect(() => {
    if (next === undefined || next === board) return;
    const timer = setTimeout(() => void navigate(next, { replace: true }), BOARD_MS);
    return () => clearTimeout(timer);
  }, [next, board, navigate]);

  const change = () => {
    const changed = at === -1 ? [...boards, board] : boards.filter((one) => one !== board);
    writeStored('browser', STORAGE_KEY, changed, 'the boards of a wall');
    setBoards(changed);
  };
  const label = at === -1 ? 'Add to the rotation' : 'Remove from the rotation';
  return (
    <Tooltip title={`${label} (${plural(boards.length, 'board', 'boards')})`}>
      <IconButton aria-label={label} size="small" onClick={change}>
        {at === -1 ? <AddIcon fontSize="small" /> : <RotatingIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}

import { Box, type Theme } from '@mui/material';
import { useRef, useState } from 'react';
import { MAX_MOVING, STILL, deskMotion, type DeskState } from './desk-motion';
import { useFlights, type Departure } from './flights';
import { PaperStack, Sheet } from './paper-stack';
import { BOX, PLACES, SCENE, SHORT } from './scene';
import { sheetsOf } from './sheets';

/** The desk with two paper stacks. Decorative: the counters beside it have the numbers. */
export function DeskScene({ state }: { state: DeskState }) {
  const departure = useDeparture(state);
  const pool = useRef<HTMLDivElement>(null);
  useFlights(pool, departure);
  const sheets = sheetsOf(state);
  const { motion, before } = departure;
  return (
    <Box aria-hidden sx={sceneStyle}>
      <svg viewBox={`0 0 ${SCENE.width} ${SCENE.height}`} width="100%" height="100%">
        <defs>
          <radialGradient id="desk-shadow">
            <stop offset="0.45" className="desk-shade" />
            <stop offset="1" className="desk-shade-end" />
          </radialGradient>
        </defs>
        <PaperStack kind="pending" {...PLACES.pending} sheets={sheets.pending} />
        <PaperStack
          kind="done"
          {...PLACES.done}
          sheets={sheets.done}
          landingFrom={motion.travel > 0 && sheets.done > before.done ? before.done : undefined}
        />
      </svg>
      <div ref={pool}>{FLYERS}</div>
    </Box>
  );
}

/** Constant elements: a new state does not render them again. */
const FLYERS = Array.from({ length: MAX_MOVING }, (_, index) => (
  <svg
    key={index}
    className="desk-flyer"
    viewBox={`${-BOX.width / 2} ${-BOX.height / 2} ${BOX.width} ${BOX.height}`}
  >
    <Sheet kind="pending" tilt={0} />
  </svg>
));

/** The last change of the desk. It stays the same until the next one. */
function useDeparture(state: DeskState): Departure {
  const [shown, setShown] = useState(() => {
    const sheets = sheetsOf(state);
    return { state, departure: { motion: STILL, before: sheets, after: sheets } };
  });
  if (shown.state === state) return shown.departure;
  const departure = {
    motion: deskMotion(shown.state, state),
    before: sheetsOf(shown.state),
    after: sheetsOf(state),
  };
  setShown({ state, departure });
  return departure;
}

const percentOf = (part: number, whole: number) => `${(100 * part) / whole}%`;

function sceneStyle(theme: Theme) {
  const { palette } = theme.vars;
  return {
    '--desk-paper': '#ffffff',
    '--desk-edge': '#c9d2d6',
    '--desk-lines': '#dbe2e5',
    '--desk-shade': 'rgb(38 56 66 / 0.26)',
    ...theme.applyStyles('dark', {
      '--desk-paper': '#d5dde0',
      '--desk-edge': '#87959c',
      '--desk-lines': '#b4c0c5',
      '--desk-shade': 'rgb(0 0 0 / 0.75)',
    }),
    position: 'relative',
    width: '100%',
    maxWidth: SCENE.maxWidth,
    [SHORT]: { maxWidth: '13rem' },
    aspectRatio: `${SCENE.width} / ${SCENE.height}`,
    mx: 'auto',
    pointerEvents: 'none',
    contain: 'layout',
    '& svg': { display: 'block', overflow: 'visible' },
    '& .desk-shade': { stopColor: 'var(--desk-shade)' },
    '& .desk-shade-end': { stopColor: 'var(--desk-shade)', stopOpacity: 0 },
    '& .desk-tray': {
      fill: palette.surface.sunken,
      stroke: palette.line.strong,
      strokeWidth: 1.5,
      strokeDasharray: '7 6',
    },
    '& .desk-paper': { fill: 'var(--desk-paper)', stroke: 'var(--desk-edge)', strokeWidth: 1 },
    '& .desk-edge': { fill: 'var(--desk-edge)' },
    '& .desk-lines': {
      fill: 'none',
      stroke: 'var(--desk-lines)',
      strokeWidth: 7,
      strokeLinecap: 'round',
    },
    '& .desk-label-pending': { fill: palette.status.pending },
    '& .desk-label-done': { fill: palette.status.completed },
    '& .desk-check': {
      fill: 'none',
      stroke: palette.status.completed,
      strokeWidth: 11,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    '& .desk-slot': {
      transition: 'opacity 220ms ease',
      '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
    },
    '& .desk-flyer': {
      position: 'absolute',
      left: percentOf(PLACES.pending.x - BOX.width / 2, SCENE.width),
      top: percentOf(PLACES.pending.y - BOX.height / 2, SCENE.height),
      width: percentOf(BOX.width, SCENE.width),
      height: percentOf(BOX.height, SCENE.height),
      opacity: 0,
    },
  } as const;
}

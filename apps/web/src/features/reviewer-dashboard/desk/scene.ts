// Sizes of the desk in SVG units, and times of its motion.

/** In wall mode the desk grows with the type. */
/** Screens on which queue, desk and own day do not fit below the bars of the page. */
export const SHORT = '@media (min-width: 900px) and (max-height: 800px)';

export const SCENE = { width: 800, height: 320, maxWidth: '50rem' };
export const PLACES = { pending: { x: 212, y: 236 }, done: { x: 588, y: 236 } };

/** Height of one sheet in its stack. */
export const RISE = 3.4;

export const FLIGHT_MS = 900;
/** Time between two sheets of a burst. */
export const STAGGER_MS = 55;
/** Time after which a travelling sheet has reached its stack. */
export const LANDING_MS = 780;

/** Paper in portrait around its middle; the projection lays it on the desk. */
export const SHEET = {
  projection: 'scale(1 0.5) rotate(-27)',
  outline: { x: -72, y: -96, width: 144, height: 192, rx: 5 },
  label: { x: -54, y: -78, width: 46, height: 13, rx: 4 },
  lines: 'M-54 -44H54M-54 -22H40M-54 0H54M-54 22H48M-54 44H10',
  check: 'M6 62l14 16 30 -38',
};

/** The box of a travelling sheet around the middle of its lowest place. */
export const BOX = { width: 260, height: 150 };

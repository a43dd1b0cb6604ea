/** The review desk at one time. */
export interface DeskState {
  /** The reporting day of `done`, YYYY-MM-DD. */
  readonly day: string;
  readonly pending: number;
  readonly done: number;
}

/** The sheets that move when the desk changes. Everything else changes in its place. */
export interface DeskMotion {
  /** Sheets that travel from pending to done. */
  readonly travel: number;
  /** Sheets that fade from pending. */
  readonly fade: number;
}

/** The highest number of sheets that move in one burst. */
export const MAX_MOVING = 30;

export const STILL: DeskMotion = { travel: 0, fade: 0 };

/**
 * The motion between two states of the same desk. A sheet travels if pending has lost it and done
 * has got it; pending sheets that done did not get fade. A new day, or the first state, moves
 * nothing.
 */
export function deskMotion(before: DeskState | undefined, next: DeskState): DeskMotion {
  if (before?.day !== next.day) return STILL;
  const drop = Math.max(0, before.pending - next.pending);
  const rise = Math.max(0, next.done - before.done);
  const travel = Math.min(drop, rise, MAX_MOVING);
  const fade = Math.min(drop - Math.min(drop, rise), MAX_MOVING - travel);
  return { travel, fade };
}

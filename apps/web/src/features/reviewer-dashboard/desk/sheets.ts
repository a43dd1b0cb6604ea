/** The highest number of sheets in a stack. */
export const MAX_SHEETS = 30;

/**
 * The sheets of both stacks: one per task, up to 30. Above that the larger stack has 30 and the
 * other is in proportion. A stack with any task has a sheet.
 */
export function sheetsOf({ pending, done }: { pending: number; done: number }) {
  const scale = Math.min(1, MAX_SHEETS / Math.max(pending, done, 1));
  const sheets = (tasks: number) => (tasks <= 0 ? 0 : Math.max(1, Math.round(tasks * scale)));
  return { pending: sheets(pending), done: sheets(done) };
}

/** How a sheet lies in its stack: degrees, and pixels beside the middle. Always the same. */
export interface SheetPose {
  readonly tilt: number;
  readonly x: number;
}

/** The poses of the sheets of a stack, from the lowest; another `seed` is another stack. */
export function posesOf(seed: number): readonly SheetPose[] {
  return Array.from({ length: MAX_SHEETS }, (_, index) => ({
    tilt: 7 * (noise(seed + index) - 0.5),
    x: 7 * (noise(seed + index + 0.5) - 0.5),
  }));
}

/** A number from 0 to 1 that looks random and depends on its argument only. */
function noise(at: number): number {
  const value = Math.sin(at * 127.1 + 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

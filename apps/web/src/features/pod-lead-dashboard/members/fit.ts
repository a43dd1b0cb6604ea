/** Of a row in one line: its height, and the least width of a column of rows, in em. */
export const LINE_EM = 1.7;
export const COLUMN_EM = 19;

const SMALLEST = 0.3;
const LARGEST = 2;
const STEP = 0.05;

interface Room {
  readonly rows: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a rem. */
  readonly rem: number;
}

/** The largest size of type, in rem, with which all rows fit into the room, beside and below each other. */
export function fitting({ rows, width, height, rem }: Room): number {
  for (let size = LARGEST; size > SMALLEST; size -= STEP) {
    const columns = Math.max(1, Math.floor(width / (COLUMN_EM * size * rem)));
    if (Math.ceil(rows / columns) * LINE_EM * size * rem <= height) return size;
  }
  return SMALLEST;
}

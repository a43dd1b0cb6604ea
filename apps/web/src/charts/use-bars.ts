import { useMemo } from 'react';
import { Scale } from '@visx/visx';

/** One row of horizontal bars. */
export interface BarRow {
  readonly key: string;
  /** One bar each, from the top. */
  readonly values: readonly number[];
}

interface Bar {
  /** Top of the bar in pixels. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Row {
  readonly key: string;
  readonly bars: readonly Bar[];
  /** Vertical centre of the row, the position of its label. */
  readonly middle: number;
}

interface BarsOptions {
  readonly data: readonly BarRow[];
  /** Size of the plot in pixels, without the margins. */
  readonly width: number;
  readonly height: number;
}

const MAX_BAR_PIXELS = 22;
/** Height of the bars of a row, as a fraction of the row. */
const FILL = 0.6;
/** Space between two bars of a row. */
const GAP_PIXELS = 2;
/** Keeps a value above zero visible beside one a thousand times larger. */
const MIN_BAR_PIXELS = 3;

/** Horizontal bars from zero, grouped in rows from the top, and the scale of the axis. */
export function useBars({ data, width, height }: BarsOptions) {
  return useMemo(() => {
    const scale = Scale.scaleLinear<number>({
      domain: [0, Math.max(1, ...data.flatMap(({ values }) => values))],
      range: [0, Math.max(0, width)],
      nice: 4,
    });
    const row = data.length === 0 ? 0 : Math.max(0, height) / data.length;
    const rows = data.map(({ key, values }, index): Row => {
      const middle = row * (index + 0.5);
      const pitch = Math.min(
        MAX_BAR_PIXELS + GAP_PIXELS,
        (row * FILL) / Math.max(1, values.length),
      );
      const thickness =
        values.length > 1 ? Math.max(1, pitch - GAP_PIXELS) : Math.min(MAX_BAR_PIXELS, pitch);
      const bars = values.map((value, at) => ({
        y: middle + (at + 0.5 - values.length / 2) * pitch - thickness / 2,
        width: value > 0 ? Math.max(MIN_BAR_PIXELS, scale(value)) : 0,
        height: thickness,
      }));
      return { key, bars, middle };
    });
    return { rows, scale };
  }, [data, width, height]);
}

import { useMemo } from 'react';
import { Scale } from '@visx/visx';

export interface BarDatum {
  readonly key: string;
  readonly value: number;
}

interface Bar {
  readonly key: string;
  /** Top of the bar in pixels. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Vertical centre of the bar's row, the position of its labels. */
  readonly middle: number;
}

interface BarsOptions {
  readonly data: readonly BarDatum[];
  /** Size of the plot in pixels, without the margins. */
  readonly width: number;
  readonly height: number;
}

const MAX_BAR_PIXELS = 22;
/** Height of a bar, as a fraction of its row. */
const FILL = 0.6;
/** Keeps a value above zero visible beside one a thousand times larger. */
const MIN_BAR_PIXELS = 3;

/** Horizontal bars from zero, one row each from the top, and the scale of the axis. */
export function useBars({ data, width, height }: BarsOptions) {
  return useMemo(() => {
    const scale = Scale.scaleLinear<number>({
      domain: [0, Math.max(1, ...data.map((datum) => datum.value))],
      range: [0, Math.max(0, width)],
      nice: 4,
    });
    const row = data.length === 0 ? 0 : Math.max(0, height) / data.length;
    const thickness = Math.min(MAX_BAR_PIXELS, row * FILL);
    const bars = data.map((datum, index): Bar => {
      const middle = row * (index + 0.5);
      return {
        key: datum.key,
        y: middle - thickness / 2,
        width: datum.value > 0 ? Math.max(MIN_BAR_PIXELS, scale(datum.value)) : 0,
        height: thickness,
        middle,
      };
    });
    return { bars, scale };
  }, [data, width, height]);
}

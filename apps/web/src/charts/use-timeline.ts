import { useMemo } from 'react';
import { Curve, Scale, Shape } from '@visx/visx';

export interface TimelineSeries {
  readonly key: string;
  readonly label: string;
  /** Any CSS colour. */
  readonly color: string;
  /** One value per day, oldest first. */
  readonly values: readonly number[];
}

export interface TimelinePath {
  readonly key: string;
  readonly color: string;
  readonly line: string;
  readonly area: string;
  /** Vertical position of each day's value, in pixels from the top. */
  readonly y: readonly number[];
}

interface TimelineOptions {
  /** Number of days; each series has as many values. */
  readonly days: number;
  readonly series: readonly TimelineSeries[];
  /** Size of the plot in pixels, without the margins. */
  readonly width: number;
  readonly height: number;
}

/** Width reserved for one label of the day axis. */
const LABEL_PIXELS = 64;

/** Every n-th day, counted back from the newest, so that labels do not overlap. */
function labelledDays(days: number, width: number): number[] {
  const labels = Math.max(1, Math.floor(width / LABEL_PIXELS));
  const step = Math.max(1, Math.ceil(days / labels));
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => days - 1 - index * step)
    .filter((day) => day >= 0)
    .reverse();
}

/** Lines and areas of daily counts on a common scale from zero, with the day axis and hit testing. */
export function useTimeline({ days, series, width, height }: TimelineOptions) {
  return useMemo(() => {
    const right = Math.max(0, width);
    const bottom = Math.max(0, height);
    // A single day is centred: a scale over one value has no length.
    const x = Scale.scaleLinear<number>({
      domain: days > 1 ? [0, days - 1] : [-1, 1],
      range: [0, right],
    });
    const y = Scale.scaleLinear<number>({
      domain: [0, Math.max(1, ...series.flatMap((one) => one.values))],
      range: [bottom, 0],
      nice: 4,
    });
    const paths = series.map((one): TimelinePath => {
      const values = [...one.values];
      const shape = {
        x: (_: number, index: number) => x(index),
        curve: Curve.curveMonotoneX,
      };
      return {
        key: one.key,
        color: one.color,
        line: Shape.line<number>({ ...shape, y: (value) => y(value) })(values) ?? '',
        area: Shape.area<number>({ ...shape, y0: bottom, y1: (value) => y(value) })(values) ?? '',
        y: values.map((value) => y(value)),
      };
    });
    /** The day nearest to a horizontal position in the plot; undefined without days. */
    const dayAt = (position: number): number | undefined =>
      days === 0 ? undefined : Math.min(days - 1, Math.max(0, Math.round(x.invert(position))));
    return { x, y, paths, dayAt, labels: labelledDays(days, right) };
  }, [days, series, width, height]);
}

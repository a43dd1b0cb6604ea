import { useMemo } from 'react';
import { Curve, Scale, Shape } from '@visx/visx';
import { CHARACTER_PIXELS, fitLabel } from './fit-label';
import type { ChartPoint } from './nearest-point';

export interface CategorySeries {
  readonly key: string;
  readonly label: string;
  /** Any CSS colour. */
  readonly color: string;
  /** One value per category; null draws nothing. */
  readonly values: readonly (number | null)[];
}

/** An area is a line that is filled below. */
export type CategoryKind = 'bar' | 'line' | 'area';

interface CategoriesOptions {
  readonly kind: CategoryKind;
  readonly labels: readonly string[];
  /** Whether labels are left out rather than shortened, as those of days: they follow each other. */
  readonly wholeLabels?: boolean;
  readonly series: readonly CategorySeries[];
  /** Size of the plot in pixels, without the margins. */
  readonly width: number;
  readonly height: number;
  /** Whether the bars of a category are on top of each other. */
  readonly stacked?: boolean;
  /** Whether the bars of a category are behind each other, the first in front and narrower. */
  readonly layered?: boolean;
}

export interface CategoryBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is drawn of a series: its bars, or its line and area with a dot for each value. */
export interface SeriesMarks {
  readonly key: string;
  readonly color: string;
  readonly bars: readonly CategoryBar[];
  /** SVG paths. */
  readonly line: string;
  readonly area: string;
  readonly dots: readonly { readonly x: number; readonly y: number }[];
}

/** Space between the bars of neighbouring categories, as a fraction of a category. */
const GAP = 0.28;
const MIN_BAR_PIXELS = 3;
const MAX_BAR_PIXELS = 44;
/** Width of the bar in front, as a fraction of those behind it. */
const FRONT = 0.6;
/** Narrower bars beside each other cannot be told apart. */
const READABLE_BAR_PIXELS = 6;
/** Between two bars of a stack. */
const STACK_GAP = 1;
/** Wider plots are not drawn; their bars become thinner. */
const MAX_PLOT_PIXELS = 6_000;
/** Space between two labels. */
const LABEL_GAP = 14;
/** A longer label is shortened. */
const MAX_LABEL_PIXELS = 110;
/** So few categories all have a label, however short, unless labels are whole. */
const FEW = 8;

/** The width in which bars stay visible, at least `room`; a wider plot is scrolled. */
export function barsWidth(categories: number, series: number, room: number): number {
  const wanted = (categories * series * MIN_BAR_PIXELS) / (1 - GAP);
  return Math.max(room, Math.min(MAX_PLOT_PIXELS, Math.ceil(wanted)));
}

/** Whether bars beside each other would be too narrow to be read. */
export function areBarsNarrow(categories: number, series: number, room: number): boolean {
  return barWidth(series, room / Math.max(1, categories)) < READABLE_BAR_PIXELS;
}

/** The scale of the values, or of their stacks, which includes zero. */
export function useValueScale(series: readonly CategorySeries[], height: number, stacked = false) {
  return useMemo(() => {
    const values = spansOf(series, stacked).flatMap((spans) =>
      spans.flatMap((span) => (span ? [span[1]] : [])),
    );
    const low = least(values);
    const high = -least(values.map((value) => -value));
    return Scale.scaleLinear<number>({
      domain: low === 0 && high === 0 ? [0, 1] : [low, high],
      range: [Math.max(0, height), 0],
      nice: 4,
    });
  }, [series, height, stacked]);
}

/** Bars and lines over categories, with negative values, on a common scale that includes zero. */
export function useCategories(options: CategoriesOptions) {
  const { kind, labels, wholeLabels = false, series, width, height } = options;
  const { stacked = false, layered = false } = options;
  const y = useValueScale(series, height, stacked);
  return useMemo(() => {
    const step = labels.length === 0 ? 0 : Math.max(0, width) / labels.length;
    const middle = (index: number) => (index + 0.5) * step;
    const all = spansOf(series, stacked);
    const beside = stacked || layered ? 1 : series.length;
    return {
      y,
      step,
      middle,
      marks: series.map(({ key, color, values }, at): SeriesMarks => ({
        key,
        color,
        ...(kind === 'bar' ? { ...NO_LINE, bars: barsOf(at) } : { ...lineOf(values), bars: [] }),
      })),
      ticks: tickLabels(labels, step, wholeLabels),
      /** The category nearest to a horizontal position; undefined without categories. */
      indexAt: (position: number): number | undefined =>
        labels.length === 0
          ? undefined
          : Math.min(labels.length - 1, Math.max(0, Math.floor(position / step))),
      /** The drawn values: the ends of bars, the middles of stacked ones, or the points of lines. */
      points: (): ChartPoint[] =>
        all.flatMap((spans, at) =>
          spans.flatMap((span, category) =>
            span === null || (stacked && span[0] === span[1])
              ? []
              : [
                  {
                    series: at,
                    category,
                    x: xOf(at, category),
                    y: y(stacked ? (span[0] + span[1]) / 2 : span[1]),
                  },
                ],
          ),
        ),
      xOf,
    };

    /** Horizontal position of a value. */
    function xOf(at: number, category: number): number {
      const offset = kind !== 'bar' || stacked || layered ? 0 : at + 0.5 - beside / 2;
      return middle(category) + offset * barWidth(beside, step);
    }

    function barsOf(at: number): CategoryBar[] {
      return (all[at] ?? []).flatMap((span, index) =>
        span === null ? [] : [barOf(span, xOf(at, index), layered && at === 0 ? FRONT : 1)],
      );
    }

    function lineOf(values: readonly (number | null)[]) {
      const shape = {
        defined: (value: number | null) => value !== null,
        x: (_: number | null, index: number) => middle(index),
        // No curve: between two values there is none.
        curve: Curve.curveLinear,
      };
      const height = (value: number | null) => y(value ?? 0);
      return {
        line: Shape.line<number | null>({ ...shape, y: height })([...values]) ?? '',
        area: Shape.area<number | null>({ ...shape, y0: y(0), y1: height })([...values]) ?? '',
        dots: values.flatMap((value, index) =>
          value === null ? [] : [{ x: middle(index), y: y(value) }],
        ),
      };
    }

    function barOf([from, to]: Span, center: number, share: number): CategoryBar {
      const barPixels = barWidth(beside, step) * share;
      const top = Math.min(y(from), y(to));
      const bottom = Math.max(y(from), y(to));
      const gap = stacked && bottom - top > 2 * STACK_GAP ? STACK_GAP : 0;
      return {
        x: center - barPixels / 2,
        y: top + gap,
        width: barPixels,
        height: bottom - top - gap,
      };
    }
  }, [kind, labels, wholeLabels, series, width, y, stacked, layered]);
}

const NO_LINE = { line: '', area: '', dots: [] };

/** Where a bar begins and ends, as values. */
type Span = readonly [from: number, to: number];

/** From zero to each value, or from the end of the value below it. */
function spansOf(series: readonly CategorySeries[], stacked: boolean): (Span | null)[][] {
  const ends: number[] = [];
  return series.map(({ values }) =>
    values.map((value, category): Span | null => {
      if (value === null) return null;
      if (!stacked) return [0, value];
      const from = ends[category] ?? 0;
      ends[category] = from + value;
      return [from, from + value];
    }),
  );
}

/** The least of the values, at most 0. No spread, because there may be many. */
function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), 0);
}

function barWidth(series: number, step: number): number {
  return Math.min(MAX_BAR_PIXELS, (step * (1 - GAP)) / Math.max(1, series));
}

/**
 * The labels that have room, shortened to it, with the index of their category. Beside the first and
 * the last there are enough categories that they are inside the plot.
 */
function tickLabels(labels: readonly string[], step: number, whole: boolean) {
  const longest = labels.reduce((most, { length }) => Math.max(most, length), 0);
  const wanted = Math.min(MAX_LABEL_PIXELS, longest * CHARACTER_PIXELS + LABEL_GAP);
  const count = labels.length;
  const all = (count <= FEW && !whole) || step === 0;
  const least = all ? 1 : Math.max(1, Math.ceil(wanted / step));
  const most = count % 2 === 1 ? count : count - 1;
  const every = Math.min(least, most);
  const beside = Math.ceil((every - 1) / 2);
  return labels.flatMap((label, index) =>
    index % every === beside && index + beside < count
      ? [{ index, text: fitLabel(label, step * every - LABEL_GAP) }]
      : [],
  );
}

import { useMemo } from 'react';
import { Scale, Shape } from '@visx/visx';
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

interface CategoriesOptions {
  readonly labels: readonly string[];
  readonly series: readonly CategorySeries[];
  /** Size of the plot in pixels, without the margins. */
  readonly width: number;
  readonly height: number;
}

export interface CategoryBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is drawn of a series: its bars, or its line with a dot for each value. */
export interface SeriesMarks {
  readonly key: string;
  readonly color: string;
  readonly bars: readonly CategoryBar[];
  /** An SVG path. */
  readonly line: string;
  readonly dots: readonly { readonly x: number; readonly y: number }[];
}

/** Space between the bars of neighbouring categories, as a fraction of a category. */
const GAP = 0.28;
const MIN_BAR_PIXELS = 3;
const MAX_BAR_PIXELS = 44;
/** Wider plots are not drawn; their bars become thinner. */
const MAX_PLOT_PIXELS = 6_000;
/** Space between two labels. */
const LABEL_GAP = 14;
/** A longer label is shortened. */
const MAX_LABEL_PIXELS = 110;
/** So few categories all have a label, however short. */
const FEW = 8;

/** The width in which bars stay visible, at least `room`; a wider plot is scrolled. */
export function barsWidth(categories: number, series: number, room: number): number {
  const wanted = (categories * series * MIN_BAR_PIXELS) / (1 - GAP);
  return Math.max(room, Math.min(MAX_PLOT_PIXELS, Math.ceil(wanted)));
}

/** The scale of the values, which includes zero. */
export function useValueScale(series: readonly CategorySeries[], height: number) {
  return useMemo(() => {
    const values = series.flatMap((one) => one.values).filter((value) => value !== null);
    const low = least(values);
    const high = -least(values.map((value) => -value));
    return Scale.scaleLinear<number>({
      domain: low === 0 && high === 0 ? [0, 1] : [low, high],
      range: [Math.max(0, height), 0],
      nice: 4,
    });
  }, [series, height]);
}

/** Bars and lines over categories, with negative values, on a common scale that includes zero. */
export function useCategories({ labels, series, width, height }: CategoriesOptions) {
  const y = useValueScale(series, height);
  return useMemo(() => {
    const right = Math.max(0, width);
    const step = labels.length === 0 ? 0 : right / labels.length;
    const middle = (index: number) => (index + 0.5) * step;
    const geometry: Geometry = { step, middle, y };
    return {
      y,
      step,
      middle,
      marks: series.map((one, at): SeriesMarks => ({
        key: one.key,
        color: one.color,
        bars: barsOf(one.values, at, series.length, geometry),
        line:
          Shape.line<number | null>({
            defined: (value) => value !== null,
            x: (_, index) => middle(index),
            y: (value) => y(value ?? 0),
          })([...one.values]) ?? '',
        dots: one.values.flatMap((value, index) =>
          value === null ? [] : [{ x: middle(index), y: y(value) }],
        ),
      })),
      ticks: tickLabels(labels, step),
      /** The category nearest to a horizontal position; undefined without categories. */
      indexAt: (position: number): number | undefined =>
        labels.length === 0
          ? undefined
          : Math.min(labels.length - 1, Math.max(0, Math.floor(position / step))),
      /** The drawn values: the ends of bars, or the points of lines. */
      points: (kind: 'bar' | 'line'): ChartPoint[] =>
        series.flatMap(({ values }, at) =>
          values.flatMap((value, category) =>
            value === null
              ? []
              : [{ series: at, category, x: xOf(kind, at, category), y: y(value) }],
          ),
        ),
      xOf,
    };

    /** Horizontal position of a value. */
    function xOf(kind: 'bar' | 'line', at: number, category: number): number {
      const offset = kind === 'line' ? 0 : at + 0.5 - series.length / 2;
      return middle(category) + offset * barWidth(series.length, step);
    }
  }, [labels, series, width, y]);
}

/** The least of the values, at most 0. No spread, because there may be many. */
function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), 0);
}

interface Geometry {
  readonly step: number;
  readonly middle: (index: number) => number;
  readonly y: (value: number) => number;
}

/** The bars of the series at a place among all series. */
function barsOf(
  values: CategorySeries['values'],
  at: number,
  count: number,
  { step, middle, y }: Geometry,
): CategoryBar[] {
  const width = barWidth(count, step);
  return values.flatMap((value, index) => {
    if (value === null) return [];
    const [top, bottom] = value < 0 ? [y(0), y(value)] : [y(value), y(0)];
    return [{ x: middle(index) + (at - count / 2) * width, y: top, width, height: bottom - top }];
  });
}

function barWidth(series: number, step: number): number {
  return Math.min(MAX_BAR_PIXELS, (step * (1 - GAP)) / Math.max(1, series));
}

/**
 * The labels that have room, shortened to it, with the index of their category. Each is in the
 * middle of an odd number of categories, so that the first and the last are inside the plot.
 */
function tickLabels(labels: readonly string[], step: number) {
  const longest = labels.reduce((most, { length }) => Math.max(most, length), 0);
  const wanted = Math.min(MAX_LABEL_PIXELS, longest * CHARACTER_PIXELS + LABEL_GAP);
  const count = labels.length;
  const least = count <= FEW || step === 0 ? 1 : Math.max(1, Math.ceil(wanted / step));
  const every = Math.min(odd(least), odd(count) > count ? odd(count) - 2 : count);
  const beside = (every - 1) / 2;
  return labels.flatMap((label, index) =>
    index % every === beside && index + beside < count
      ? [{ index, text: fitLabel(label, step * every - LABEL_GAP) }]
      : [],
  );
}

/** The next odd number. */
function odd(value: number): number {
  return value % 2 === 1 ? value : value + 1;
}

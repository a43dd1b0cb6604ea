import { useMemo } from 'react';
import { Scale, Shape } from '@visx/visx';

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
  readonly key: string;
  readonly color: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Space between the bars of neighbouring categories, as a fraction of a category. */
const GAP = 0.28;
const MAX_BAR_PIXELS = 44;
/** Width of a character of a label. */
const CHARACTER_PIXELS = 6.4;
/** Space between two labels. */
const LABEL_GAP = 14;
/** A longer label is shortened. */
const MAX_LABEL_PIXELS = 110;
/** So few categories all have a label, however short. */
const FEW = 8;

/** Bars and lines over categories, with negative values, on a common scale that includes zero. */
export function useCategories({ labels, series, width, height }: CategoriesOptions) {
  return useMemo(() => {
    const right = Math.max(0, width);
    const bottom = Math.max(0, height);
    const step = labels.length === 0 ? 0 : right / labels.length;
    const values = series.flatMap((one) => one.values).filter((value) => value !== null);
    const low = least(values);
    const high = -least(values.map((value) => -value));
    const y = Scale.scaleLinear<number>({
      domain: low === 0 && high === 0 ? [0, 1] : [low, high],
      range: [bottom, 0],
      nice: 4,
    });
    const middle = (index: number) => (index + 0.5) * step;
    return {
      y,
      middle,
      bars: barsOf(series, { step, middle, y }),
      paths: series.map(({ key, color, values: points }) => ({
        key,
        color,
        line:
          Shape.line<number | null>({
            defined: (value) => value !== null,
            x: (_, index) => middle(index),
            y: (value) => y(value ?? 0),
          })([...points]) ?? '',
      })),
      ticks: tickLabels(labels, step),
      /** The category nearest to a horizontal position; undefined without categories. */
      indexAt: (position: number): number | undefined =>
        labels.length === 0
          ? undefined
          : Math.min(labels.length - 1, Math.max(0, Math.floor(position / step))),
    };
  }, [labels, series, width, height]);
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

function barsOf(series: readonly CategorySeries[], { step, middle, y }: Geometry): CategoryBar[] {
  const width = Math.min(MAX_BAR_PIXELS, (step * (1 - GAP)) / Math.max(1, series.length));
  return series.flatMap(({ key, color, values }, at) =>
    values.flatMap((value, index) => {
      if (value === null) return [];
      const [top, bottom] = value < 0 ? [y(0), y(value)] : [y(value), y(0)];
      const x = middle(index) + (at - series.length / 2) * width;
      return [{ key: `${key} ${index}`, color, x, y: top, width, height: bottom - top }];
    }),
  );
}

/** The labels that have room, shortened to it, with the index of their category. */
function tickLabels(labels: readonly string[], step: number) {
  const longest = labels.reduce((most, { length }) => Math.max(most, length), 0);
  const wanted = Math.min(MAX_LABEL_PIXELS, longest * CHARACTER_PIXELS + LABEL_GAP);
  const every = labels.length <= FEW || step === 0 ? 1 : Math.max(1, Math.ceil(wanted / step));
  const room = Math.max(1, Math.floor((step * every - LABEL_GAP) / CHARACTER_PIXELS));
  return labels.flatMap((label, index) =>
    index % every === 0 ? [{ index, text: shortened(label, room) }] : [],
  );
}

const segmenter = new Intl.Segmenter();

function shortened(label: string, room: number): string {
  const characters = Array.from(segmenter.segment(label), ({ segment }) => segment);
  return characters.length <= room ? label : `${characters.slice(0, room - 1).join('')}…`;
}

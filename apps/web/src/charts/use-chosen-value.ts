import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { logError } from '../lib/log';
import { indexAfterKey } from './index-after-key';
import type { ChartPoint, FindPoint } from './nearest-point';

export interface ChosenValue {
  readonly category: number;
  /** The nearest series; null if the whole category is chosen. */
  readonly series: number | null;
}

interface ChosenValueOptions {
  readonly categories: number;
  readonly series: number;
  /** The category that the keys start from. */
  readonly first: number;
  /** Whether a single value is chosen, the one nearest to the pointer. */
  readonly nearest: boolean;
  readonly points: () => readonly ChartPoint[];
  readonly indexAt: (position: number) => number | undefined;
}

/** Page Up and Page Down go this many categories: a week of days. */
const PAGE = 7;

/**
 * The category, or the single value, that the pointer or the arrow keys choose. Left and right
 * change the category, up and down the series of a single value.
 */
export function useChosenValue(options: ChosenValueOptions) {
  const { categories, series, first, nearest, indexAt } = options;
  const [chosen, setChosen] = useState<ChosenValue | null>(null);
  const find = useFindPoint(options);

  const resting: ChosenValue = { category: first, series: nearest ? 0 : null };
  // The data can become shorter after the choice.
  const active = chosen && {
    category: Math.min(chosen.category, categories - 1),
    series: nearest ? Math.min(chosen.series ?? 0, series - 1) : null,
  };

  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const category = indexAt(x);
    setChosen(find?.(x, y) ?? (category === undefined ? null : { category, series: null }));
  };

  const move = (event: KeyboardEvent) => {
    const next = nearest ? seriesAfterKey(event.key, active?.series ?? null, series) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      setChosen({ category: active?.category ?? first, series: next });
      return;
    }
    const category = indexAfterKey(event.key, active?.category ?? null, categories, PAGE);
    if (category === undefined) return;
    event.preventDefault();
    setChosen(category === null ? null : { category, series: active?.series ?? null });
  };

  return {
    active,
    /** What is read aloud while nothing is chosen. */
    resting,
    handlers: {
      onPointerMove: point,
      onPointerDown: point,
      onPointerLeave: () => setChosen(null),
      onFocus: (event: { currentTarget: HTMLElement }) => {
        if (event.currentTarget.matches(':focus-visible')) setChosen(active ?? resting);
      },
      onBlur: () => setChosen(null),
      onKeyDown: move,
    },
  };
}

/** The search for the nearest point; loaded on first use. */
function useFindPoint({ nearest, points }: ChosenValueOptions): FindPoint | undefined {
  const [search, setSearch] = useState<(all: readonly ChartPoint[]) => FindPoint>();
  const found = useRef<{ points: () => readonly ChartPoint[]; find: FindPoint }>(undefined);
  useEffect(() => {
    if (!nearest) return;
    import('./nearest-point').then(
      ({ nearestPoint }) => setSearch(() => nearestPoint),
      (error: unknown) => logError('The nearest point cannot be searched', error),
    );
  }, [nearest]);
  if (!nearest || !search) return undefined;
  return (x, y) => {
    if (found.current?.points !== points) found.current = { points, find: search(points()) };
    return found.current.find(x, y);
  };
}

function seriesAfterKey(key: string, active: number | null, count: number): number | undefined {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  if (active === null) return 0;
  return (active + (key === 'ArrowDown' ? 1 : -1) + count) % count;
}

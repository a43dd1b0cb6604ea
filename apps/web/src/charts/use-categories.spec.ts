import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartPoint } from './nearest-point';
import {
  areBarsNarrow,
  useCategories,
  type CategoryKind,
  type CategorySeries,
} from './use-categories';

const categories = (
  labels: readonly string[],
  columns: readonly (readonly (number | null)[])[],
  {
    kind = 'bar',
    width = 600,
    wholeLabels = false,
  }: { kind?: CategoryKind; width?: number; wholeLabels?: boolean } = {},
) =>
  renderHook(() =>
    useCategories({
      kind,
      labels,
      wholeLabels,
      series: columns.map((values, at) => ({
        key: String(at),
        label: String(at),
        color: 'red',
        values,
      })),
      width,
      height: 200,
    }),
  ).result.current;

const value = fc.option(fc.double({ min: -1e12, max: 1e12, noNaN: true }));

describe('category geometry', () => {
  it('CSTPAGE-15 bars lie between zero and their value, within the plot', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 40 }), (rows) => {
        const { marks, y } = categories(
          rows.map(String),
          [0, 1].map((at) => rows.map((row) => row[at] ?? null)),
        );
        const bars = marks.flatMap((one) => one.bars);
        expect(bars).toHaveLength(rows.flat().filter((one) => one !== null).length);
        for (const { x, y: top, width, height } of bars) {
          expect(Math.min(Math.abs(top - y(0)), Math.abs(top + height - y(0)))).toBeCloseTo(0, 6);
          expect([x, top, height].every((number) => number >= -1e-6)).toBe(true);
          expect(x + width).toBeLessThanOrEqual(600 + 1e-6);
          expect(top + height).toBeLessThanOrEqual(200 + 1e-6);
        }
      }),
    );
  });

  it('CSTPAGE-15 labels do not overlap and the nearest category is found', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 200 }),
        (labels) => {
          const { ticks, middle, indexAt } = categories(labels, []);
          expect(ticks.length).toBeGreaterThan(0);
          const [first, second] = ticks;
          const apart = first && second ? middle(second.index) - middle(first.index) : 600;
          for (const { index, text } of ticks) {
            expect(text.length <= 1 || text.length * 6.4 < apart).toBe(true);
            expect(indexAt(middle(index))).toBe(index);
          }
        },
      ),
    );
    expect(categories([], []).indexAt(5)).toBeUndefined();
  });

  it('TEAM-4 the first and the last label are inside the plot', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 200 }),
        (labels) => {
          const { ticks, middle } = categories(labels, []);
          for (const { index, text } of ticks) {
            const half = text.length <= 1 ? 0 : (text.length * 6.4) / 2;
            expect(middle(index) - half).toBeGreaterThanOrEqual(0);
            expect(middle(index) + half).toBeLessThanOrEqual(600);
          }
        },
      ),
    );
  });

  it('BOARD-54 a label of a day is whole, inside the plot and apart from the next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 200, max: 1_200 }),
        (count, width) => {
          const days = Array.from({ length: count }, () => 'Nov 27');
          const { ticks, middle } = categories(days, [], { width, wholeLabels: true });
          const places = ticks.map(({ index }) => middle(index));
          const pixels = 'Nov 27'.length * 6.4;
          expect(new Set(ticks.map(({ text }) => text))).toEqual(new Set(['Nov 27']));
          expect(places.every((x) => x >= pixels / 2 && x + pixels / 2 <= width)).toBe(true);
          expect(places.every((x, at) => at === 0 || x - (places[at - 1] ?? 0) > pixels)).toBe(
            true,
          );
        },
      ),
      // A step of labels is 52.4 pixels and a rounding error.
      { examples: [[165, 262]] },
    );
  });

  it('BOARD-54 eight days have as many labels as there is room for', () => {
    const days = Array.from({ length: 8 }, (_, day) => `Nov ${day + 20}`);
    const shown = (width: number) =>
      categories(days, [], { width, wholeLabels: true }).ticks.map(({ text }) => text);
    expect(shown(250)).toEqual(['Nov 21', 'Nov 23', 'Nov 25']);
    expect(shown(390)).toEqual(['Nov 21', 'Nov 23', 'Nov 25']);
    expect(shown(600)).toEqual(days);
  });

  it('BOARD-54 the nearest category is found for every position, also outside the plot', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: -500, max: 1500, noNaN: true }),
        (days, position) => {
          const { indexAt, middle } = categories(Array.from({ length: days }, String), []);
          const found = indexAt(position) ?? -1;
          const inside = Math.max(0, Math.min(600, position));
          const distance = Math.abs(middle(found) - inside);
          for (const other of [found - 1, found + 1]) {
            if (other >= 0 && other < days) {
              expect(distance).toBeLessThanOrEqual(Math.abs(middle(other) - inside) + 1e-6);
            }
          }
        },
      ),
    );
  });

  it('BOARD-54 an area is on a scale from zero, a single day in its middle', () => {
    const { marks, y } = categories(['a', 'b', 'c'], [[0, 5, 10]], { kind: 'area' });
    expect(y(0)).toBe(200);
    expect(marks[0]?.dots).toEqual([
      { x: 100, y: 200 },
      { x: 300, y: 100 },
      { x: 500, y: 0 },
    ]);
    expect(marks[0]?.line).toMatch(/^M100,200/);
    const [single] = categories(['a'], [[7]], { kind: 'area' }).marks;
    expect(single?.dots.map(({ x }) => x)).toEqual([300]);
    expect(single?.line).not.toContain('NaN');
  });

  it('BOARD-100 lines and areas are straight between two values', () => {
    for (const kind of ['line', 'area'] as const) {
      const [path] = categories(['a', 'b', 'c'], [[1, 9, 2]], { kind }).marks;
      expect(`${path?.line}${path?.area}`).not.toMatch(/[CSQ]/);
    }
  });

  it('CSTPAGE-15 a line has a gap at null', () => {
    const [path] = categories(['a', 'b', 'c'], [[1, null, 2]], { kind: 'line' }).marks;
    expect(path?.line.match(/M/g)).toHaveLength(2);
  });
});

describe('layered bars', () => {
  it('TEAM-77 are behind each other, the first narrower', () => {
    const series: CategorySeries[] = [
      { key: 'now', label: 'Now', color: 'teal', values: [4] },
      { key: 'before', label: 'Before', color: 'grey', values: [8] },
    ];
    const { result } = renderHook(() =>
      useCategories({
        kind: 'bar',
        labels: ['Mon'],
        series,
        width: 20,
        height: 100,
        layered: true,
      }),
    );
    const [now, before] = result.current.marks.map(({ bars: [bar] }) => bar);
    const middle = ({ x, width }: { x: number; width: number }) => x + width / 2;
    expect(now && before && middle(now)).toBeCloseTo(before ? middle(before) : Number.NaN);
    expect(now?.width).toBeLessThan(before?.width ?? 0);
    expect(now?.height).toBe((before?.height ?? 0) / 2);
  });
});

describe('stacked bars', () => {
  const series: CategorySeries[] = [
    { key: 'a', label: 'A', color: 'teal', values: [4, 0] },
    { key: 'b', label: 'B', color: 'plum', values: [6, 2] },
    { key: 'c', label: 'C', color: 'rust', values: [null, 8] },
  ];
  const draw = (stacked: boolean) =>
    renderHook(() =>
      useCategories({
        kind: 'bar',
        labels: ['Mon', 'Tue'],
        series,
        width: 200,
        height: 100,
        stacked,
      }),
    ).result.current;

  const rounded = ({ y, ...point }: ChartPoint) => ({ ...point, y: Math.round(y) });

  it('TEAM-76 each begins where the one below it ends, in the middle of its day', () => {
    const { marks, xOf } = draw(true);
    const [a, b, c] = marks.map(({ bars }) => bars);
    expect(a?.map(({ y, height }) => Math.round(y + height))).toEqual([100, 100]);
    expect(b?.map(({ y, height }) => Math.round(y + height))).toEqual([60, 100]);
    expect(c?.map(({ y, height }) => Math.round(y + height))).toEqual([80]);
    expect(xOf(0, 0)).toBe(50);
    expect(xOf(2, 0)).toBe(50);
  });

  it('TEAM-76 pointing finds the middle of a bar, and none of height zero', () => {
    expect(draw(true).points().map(rounded)).toEqual([
      { series: 0, category: 0, x: 50, y: 80 },
      { series: 1, category: 0, x: 50, y: 30 },
      { series: 1, category: 1, x: 150, y: 90 },
      { series: 2, category: 1, x: 150, y: 40 },
    ]);
  });

  it('TEAM-76 bars that have room stay beside each other', () => {
    expect(areBarsNarrow(7, 10, 960)).toBe(false);
    expect(areBarsNarrow(7, 44, 960)).toBe(true);
    expect(areBarsNarrow(31, 5, 960)).toBe(true);
    expect(draw(false).xOf(0, 0)).toBeLessThan(50);
  });
});

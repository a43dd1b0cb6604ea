import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTimeline } from './use-timeline';

const timelineOf = (values: readonly number[], width = 600, height = 200) =>
  renderHook(() =>
    useTimeline({
      days: values.length,
      series: [{ key: 'one', label: 'One', color: 'red', values }],
      width,
      height,
    }),
  ).result.current;

describe('timeline geometry', () => {
  it('BOARD-54 days span the width and values use a scale from zero', () => {
    const { x, y, paths } = timelineOf([0, 5, 10]);
    expect([x(0), x(1), x(2)]).toEqual([0, 300, 600]);
    expect(y(0)).toBe(200);
    expect(paths[0]?.y).toEqual([200, 100, 0]);
    expect(paths[0]?.line).toMatch(/^M0,200/);
  });

  it('BOARD-54 the nearest day is found for every position, also outside the plot', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: -500, max: 1500, noNaN: true }),
        (days, position) => {
          const { dayAt, x } = timelineOf(Array.from({ length: days }, () => 1));
          const day = dayAt(position) ?? -1;
          const inside = Math.max(0, Math.min(600, position));
          const distance = Math.abs(x(day) - inside);
          for (const other of [day - 1, day + 1]) {
            if (other >= 0 && other < days) {
              expect(distance).toBeLessThanOrEqual(Math.abs(x(other) - inside) + 1e-6);
            }
          }
        },
      ),
    );
    expect(timelineOf([]).dayAt(10)).toBeUndefined();
  });

  it('BOARD-54 a single day is centred', () => {
    const { x, dayAt, paths } = timelineOf([7]);
    expect(x(0)).toBe(300);
    expect(dayAt(5)).toBe(0);
    expect(paths[0]?.line).not.toContain('NaN');
  });

  it('BOARD-54 labels do not overlap, the newest day always has one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 1000 }),
        fc.integer({ min: 64, max: 2000 }),
        (days, width) => {
          const { labels, x } = timelineOf(
            Array.from({ length: days }, () => 1),
            width,
          );
          expect(labels.at(-1)).toBe(days - 1);
          for (const [index, label] of labels.entries()) {
            const next = labels[index + 1];
            if (next !== undefined) expect(x(next) - x(label)).toBeGreaterThanOrEqual(63.9);
          }
        },
      ),
    );
  });
});

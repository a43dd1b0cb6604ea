import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ThemeProvider } from '../ui/theme-provider';
import { Bars } from './bars';

/** The bars of a plot of 300 by 120 pixels. */
function draw(...counts: number[]) {
  const values = counts.map((value, at) => ({
    ...{ key: String(at), label: 'A status with a name that is too long', text: String(value) },
    ...{ value, percentage: null, color: 'teal' },
  }));
  const { container } = render(
    <ThemeProvider>
      <Bars values={values} measure="Tasks" width={504} height={150} label="Statuses" />
    </ThemeProvider>,
  );
  const bars = [...container.querySelectorAll('rect')].map((bar) => {
    const [, middle] =
      /translate\(0 (.+)\)/.exec(bar.parentElement?.getAttribute('transform') ?? '') ?? [];
    const number = (name: string) => Number(bar.getAttribute(name));
    return { top: Number(middle) + number('y'), width: number('width'), height: number('height') };
  });
  return { bars, container };
}

describe('horizontal bars', () => {
  it('BOARD-45 start at zero, grow with their values and stay within the plot', () => {
    const widths = draw(50, 100, 0).bars.map(({ width }) => width);
    expect(widths).toEqual([150, 300, 0]);
  });

  it('BOARD-45 share the height and do not overlap', () => {
    const { bars } = draw(1, 1, 1, 1);
    expect(bars.map(({ top, height }) => top + height / 2)).toEqual([15, 45, 75, 105]);
    for (const [index, { top, height }] of bars.entries()) {
      expect(top + height).toBeLessThanOrEqual(bars[index + 1]?.top ?? 120);
    }
  });

  it('BOARD-45 a small value stays visible beside a huge one; nothing is drawn of nothing', () => {
    expect(draw(1, 10_000_000).bars[0]?.width).toBe(3);
    expect(draw().container.querySelector('svg')).toBeNull();
  });

  it('TEAM-2 a long label is shortened', () => {
    const texts = [...draw(1).container.querySelectorAll('text')].map(({ lastChild }) => lastChild);
    expect(texts.some((text) => /^A status.*…$/.test(text?.textContent ?? ''))).toBe(true);
  });
});

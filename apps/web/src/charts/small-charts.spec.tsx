import { render } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeTooltip } from './chart-tooltip';
import { Sparkline } from './sparkline';

describe('sparkline geometry', () => {
  it('BOARD-16 draws any series within its box', () => {
    const line = (values: number[]) =>
      render(<Sparkline values={values} color="red" width={72} height={40} />)
        .container.querySelector('path[fill=none]')
        ?.getAttribute('d');
    expect(line([0, 10])).toBe('M0,38L72,2');
    expect(line([4])).toBe('M0,2L72,2');
    expect(line([])).toBe('');
    expect(line([0, 0, 0])).toBe('M0,38L36,38L72,38');
  });
});

describe('tooltip placement', () => {
  it('BOARD-55 a tooltip stays inside the chart and off its day where there is room', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 180, max: 2000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (chartWidth, part) => {
          const anchor = part * chartWidth;
          const left = placeTooltip({ anchor, chartWidth, tooltipWidth: 176 });
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + 176).toBeLessThanOrEqual(chartWidth);
          if (chartWidth > 2 * (176 + 12)) {
            expect(left > anchor || left + 176 < anchor).toBe(true);
          }
        },
      ),
    );
  });
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ThemeProvider } from '../ui/theme-provider';
import { CategoryChart, type TextSeries } from './category-chart';
import { fitLabel } from './fit-label';
import { Legend } from './legend';
import { nearestPoint } from './nearest-point';
import { barsWidth, type CategoryKind } from './use-categories';

const LABELS = ['Mon', 'Tue', 'Wed'];
const members = (count: number): TextSeries[] =>
  Array.from({ length: count }, (_, index) => {
    const values = [index, index + 1, index + 2];
    return {
      key: `m${index}`,
      label: `Member ${index}`,
      color: 'teal',
      values,
      texts: values.map(String),
    };
  });

function open(series: readonly TextSeries[], kind: CategoryKind = 'bar') {
  render(
    <ThemeProvider>
      <CategoryChart
        kind={kind}
        labels={LABELS}
        series={series}
        width={400}
        height={200}
        label="Trends"
        formatTick={String}
      />
      <Legend series={series} />
    </ThemeProvider>,
  );
  return screen.getByRole('slider', { name: 'Trends, by category' });
}

describe('a chart of few series', () => {
  it('TEAM-3 has a legend and reads all values of a category', async () => {
    const slider = open(members(2));
    expect(screen.getByRole('list', { name: 'Legend' }).children).toHaveLength(2);
    slider.focus();
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Tue: Member 0 1, Member 1 2');
  });
});

describe('a timeline', () => {
  const openDays = () => {
    render(
      <ThemeProvider>
        <CategoryChart
          kind="area"
          by="day"
          labels={['Jan 01', 'Jan 02', 'Jan 03']}
          series={members(2)}
          width={600}
          height={240}
          label="Activity"
        />
      </ThemeProvider>,
    );
    return screen.getByRole('slider', { name: 'Activity, by day' });
  };

  it('BOARD-55 arrow keys select days from the newest, and screen readers read the values', async () => {
    const slider = openDays();
    expect(slider.getAttribute('aria-valuetext')).toBe('Jan 03: Member 0 2, Member 1 3');
    slider.focus();
    await userEvent.keyboard('{End}{ArrowLeft}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Jan 02: Member 0 1, Member 1 2');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
  });

  it('BOARD-55 pointing at a day shows its values, leaving hides them', async () => {
    const slider = openDays();
    expect(screen.queryByText('Jan 01', { selector: 'strong' })).toBeNull();
    await userEvent.pointer({ target: slider, coords: { clientX: 1 } });
    expect(screen.getByText('Jan 01', { selector: 'strong' })).toBeTruthy();
    await userEvent.unhover(slider);
    expect(screen.queryByText('Jan 01', { selector: 'strong' })).toBeNull();
  });

  it('BOARD-54 a week on a phone has fewer labels rather than cut ones', () => {
    const days = Array.from({ length: 8 }, (_, day) => `Nov ${day + 20}`);
    const values = days.map(() => 1);
    render(
      <ThemeProvider>
        <CategoryChart
          kind="area"
          by="day"
          labels={days.map((day) => `${day}, 2026`)}
          ticks={days}
          series={[{ key: 'a', label: 'A', color: 'teal', values, texts: values.map(String) }]}
          width={300}
          height={240}
          label="Activity"
        />
      </ThemeProvider>,
    );
    const axis = screen.getByRole('img', { name: 'Activity' }).querySelectorAll('text');
    expect([...axis].map(({ textContent }) => textContent)).toEqual(['Nov 21', 'Nov 23', 'Nov 25']);
  });

  it('BOARD-54 the chart has an accessible name and draws a line for each series', () => {
    openDays();
    const chart = screen.getByRole('img', { name: 'Activity' });
    expect(chart.querySelectorAll('path[fill="none"]')).toHaveLength(2);
  });
});

describe('a chart of many series', () => {
  it('TEAM-3 has no legend; the arrow keys choose a single value', async () => {
    const slider = open(members(11), 'line');
    expect(screen.queryByRole('list', { name: 'Legend' })).toBeNull();
    slider.focus();
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowDown}{ArrowDown}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Tue: Member 2 3');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Tue: Member 10 11');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Tue', { selector: 'strong' })).toBeNull();
  });

  it('TEAM-3 pointing shows the nearest value alone', async () => {
    const slider = open(members(11), 'line');
    const pointAt = (clientX: number, clientY: number) =>
      fireEvent.pointerMove(slider, { clientX, clientY });
    // The highest line is at the top on the last day; the search is loaded first.
    await expect
      .poll(() => {
        pointAt(340, 0);
        return slider.getAttribute('aria-valuetext');
      })
      .toBe('Wed: Member 10 12');
    const faint = () => document.querySelectorAll('g[opacity="0.25"]').length;
    expect(faint()).toBe(1);
    fireEvent.pointerLeave(slider);
    expect(screen.queryByText('Wed', { selector: 'strong' })).toBeNull();
    expect(faint()).toBe(0);
  });

  it('TEAM-3 the nearest point is the one with the least distance', () => {
    const points = Array.from({ length: 60 }, (_, at) => ({
      series: at % 12,
      category: Math.floor(at / 12),
      x: (at * 37) % 101,
      y: (at * 53) % 89,
    }));
    const find = nearestPoint(points);
    const distance = (x: number, y: number) => (point: { x: number; y: number }) =>
      Math.hypot(point.x - x, point.y - y);
    for (const [x, y] of [
      [0, 0],
      [50, 40],
      [100, 88],
      [13, 71],
    ] as const) {
      const found = find(x, y);
      expect(found && distance(x, y)(found)).toBeCloseTo(
        Math.min(...points.map(distance(x, y))),
        9,
      );
    }
  });

  it('TEAM-4 bars keep a width that is visible', () => {
    expect(barsWidth(7, 4, 600)).toBe(600);
    expect(barsWidth(31, 40, 600) / (31 * 40)).toBeGreaterThanOrEqual(3);
    expect(barsWidth(1000, 40, 600)).toBe(6000);
  });

  it('TEAM-76 narrow bars of parts are stacked in the width of the chart', () => {
    const heights = (areParts: boolean) => {
      const { unmount } = render(
        <ThemeProvider>
          <CategoryChart
            kind="bar"
            labels={LABELS}
            series={members(44)}
            width={400}
            height={200}
            label="Trends"
            formatTick={String}
            areParts={areParts}
          />
        </ThemeProvider>,
      );
      const width = screen.getByRole('img', { name: 'Trends' }).getAttribute('width');
      const ticks = [...document.querySelectorAll('svg[aria-hidden] text')].map((text) =>
        Number(text.textContent),
      );
      unmount();
      return { scrolls: Number(width) > 400, highest: Math.max(...ticks) };
    };
    // Member 43 has 45 on the last day, all members together 1034.
    expect(heights(true)).toEqual({ scrolls: false, highest: 1200 });
    expect(heights(false)).toEqual({ scrolls: true, highest: 50 });
  });

  it('TEAM-2 a long label is shortened to its room, whole characters only', () => {
    expect(fitLabel('Reviewed', 120)).toBe('Reviewed');
    expect(fitLabel('👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 3 * 6.4)).toBe('👩‍🚀👩‍🚀…');
  });
});

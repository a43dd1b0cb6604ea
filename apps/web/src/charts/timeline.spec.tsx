import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ThemeProvider } from '../ui/theme-provider';
import { Timeline } from './timeline';

const DAYS = ['Jan 01', 'Jan 02', 'Jan 03'].map((title) => ({ tick: title, title }));

function open() {
  render(
    <ThemeProvider>
      <Timeline
        days={DAYS}
        series={[
          { key: 'done', label: 'Completed', color: 'green', values: [1, 20, 300] },
          { key: 'seen', label: 'Reviewed', color: 'purple', values: [0, 2, 4] },
        ]}
        width={600}
        height={240}
        label="Activity"
        formatValue={String}
      />
    </ThemeProvider>,
  );
  return screen.getByRole('slider', { name: 'Activity, by day' });
}

describe('timeline', () => {
  it('BOARD-55 arrow keys select days, and screen readers read the values of each', async () => {
    const slider = open();
    slider.focus();
    await userEvent.keyboard('{End}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Jan 03: Completed 300, Reviewed 4');
    await userEvent.keyboard('{ArrowLeft}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Jan 02: Completed 20, Reviewed 2');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
  });

  it('BOARD-55 pointing at a day shows its values, leaving hides them', async () => {
    const slider = open();
    expect(screen.queryByText('Jan 01', { selector: 'strong' })).toBeNull();
    await userEvent.pointer({ target: slider, coords: { clientX: 1 } });
    expect(screen.getByText('Jan 01', { selector: 'strong' })).toBeTruthy();
    await userEvent.unhover(slider);
    expect(screen.queryByText('Jan 01', { selector: 'strong' })).toBeNull();
  });

  it('BOARD-54 the chart has an accessible name and draws a line for each series', () => {
    open();
    const chart = screen.getByRole('img', { name: 'Activity' });
    expect(chart.querySelectorAll('path[fill="none"]')).toHaveLength(2);
  });
});

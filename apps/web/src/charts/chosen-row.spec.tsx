import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ThemeProvider } from '../ui/theme-provider';
import { Bars } from './bars';
import { LegendDoughnut } from './legend-doughnut';

const SLICES = ['Completed', 'Rework', 'Delivered'].map((label, index) => ({
  key: label,
  label,
  text: String(index + 1),
  value: index + 1,
  percentage: null,
  color: 'teal',
}));

describe('a doughnut', () => {
  function open() {
    render(
      <ThemeProvider>
        <LegendDoughnut
          slices={SLICES}
          label="Tasks"
          size={100}
          renderCenter={(shown) => <strong>{shown?.label ?? 'All'}</strong>}
        />
      </ThemeProvider>,
    );
    const legend = screen.getByRole('listbox', { name: 'Legend of Tasks' });
    const read = () => document.getElementById(legend.getAttribute('aria-activedescendant') ?? '');
    return { legend, center: () => document.querySelector('strong')?.textContent, read };
  }
  const faint = () =>
    [...document.querySelectorAll('path')].map(({ style }) => style.opacity === '0.28');

  it('TEAM-14 the arrow keys in the legend choose a slice, and screen readers read it', async () => {
    const { center, read } = open();
    await userEvent.tab();
    expect(center()).toBe('Completed');
    expect(read()?.textContent).toBe('Completed1');
    await userEvent.keyboard('{ArrowDown}');
    expect(center()).toBe('Rework');
    expect(read()?.textContent).toBe('Rework2');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Rework2');
    expect(faint()).toEqual([true, false, true]);
    await userEvent.keyboard('{End}{ArrowDown}');
    expect(center()).toBe('Delivered');
    await userEvent.keyboard('{Home}{ArrowUp}');
    expect(center()).toBe('Completed');
  });

  it('TEAM-14 Escape and leaving choose none', async () => {
    const { center, read } = open();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Escape}');
    expect(center()).toBe('All');
    expect(read()).toBeNull();
    expect(faint()).toEqual([false, false, false]);
    await userEvent.keyboard('{ArrowDown}');
    expect(center()).toBe('Completed');
    await userEvent.tab();
    expect(center()).toBe('All');
  });

  it('TEAM-14 pointing chooses the same', async () => {
    const { center, legend } = open();
    await userEvent.hover(within(legend).getByText('Delivered'));
    expect(center()).toBe('Delivered');
    await userEvent.unhover(within(legend).getByText('Delivered'));
    expect(center()).toBe('All');
  });
});

describe('horizontal bars', () => {
  function open() {
    render(
      <ThemeProvider>
        <Bars values={SLICES} measure="Tasks" width={400} height={180} label="Statuses" />
      </ThemeProvider>,
    );
    return screen.getByRole('slider', { name: 'Statuses, by row' });
  }
  const tooltip = () => document.querySelector('strong')?.textContent;

  it('TEAM-14 the arrow keys choose a row, and screen readers read its values', async () => {
    const slider = open();
    await userEvent.tab();
    expect(document.activeElement).toBe(slider);
    expect(tooltip()).toBe('Completed');
    await userEvent.keyboard('{ArrowDown}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Rework: Tasks 2');
    expect(slider.getAttribute('aria-valuenow')).toBe('2');
    expect(tooltip()).toBe('Rework');
    await userEvent.keyboard('{Escape}');
    expect(tooltip()).toBeUndefined();
  });

  it('TEAM-14 pointing at a row shows its values', () => {
    const slider = open();
    // The plot of three rows is 150 pixels high.
    fireEvent.pointerMove(slider, { clientY: 120 });
    expect(tooltip()).toBe('Delivered');
    fireEvent.pointerLeave(slider);
    expect(tooltip()).toBeUndefined();
  });
});

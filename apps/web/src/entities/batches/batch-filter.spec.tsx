import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Batch } from '@portal/contracts/dashboard';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ThemeProvider } from '../../ui/theme-provider';
import { BatchFilter } from './batch-filter';
import { FilterCard } from './filter-card';
import { narrowsBatches, NO_FILTERS, selectBatches, type BatchSelection } from './filters';
import { batch } from '../../testing/dashboard';

function Harness({ batches, initial }: { batches: Batch[] | undefined; initial: BatchSelection }) {
  const [selection, setSelection] = useState(initial);
  return (
    <ThemeProvider>
      <BatchFilter
        batches={batches}
        selection={selection}
        marked={narrowsBatches(selection, batches?.length)}
        onSelect={setSelection}
        onClearAll={() => setSelection({ kind: 'off' })}
      />
    </ThemeProvider>
  );
}

function open(batches: Batch[] | undefined, initial: BatchSelection = { kind: 'off' }) {
  render(<Harness batches={batches} initial={initial} />);
}

/** happy-dom has no layout: every element is as high as the menu. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => batch(index + 1));
const opener = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Filter by batches' });
/** The menu loads when it opens. */
async function openMenu() {
  await userEvent.click(opener());
  await screen.findByRole('listbox', { name: 'Batches' });
}
const options = () => within(screen.getByRole('listbox', { name: 'Batches' }));

describe('batch filter', () => {
  it('BOARD-28 BOARD-87 ticks and counts all batches without a filter, and begins one with a batch', async () => {
    open(many(12));
    expect(screen.getByText('Select batches to filter...')).toBeTruthy();
    expect(screen.getByText('12 of 12 batches selected')).toBeTruthy();
    expect(screen.queryByText('Filters active')).toBeNull();
    await openMenu();
    expect(options().queryAllByRole('option', { selected: false })).toEqual([]);
    await userEvent.click(options().getByRole('option', { name: /Batch 3/ }));
    await userEvent.click(options().getByRole('option', { name: /Batch 5/ }));
    expect(screen.getByText('2 of 12 batches selected')).toBeTruthy();
    expect(screen.getByText('Filters active')).toBeTruthy();
    expect(options().getAllByRole('option', { selected: true })).toHaveLength(2);
  });

  it('BOARD-87 a tick takes one batch away from all, as Shift and Enter do', async () => {
    open(many(12));
    await openMenu();
    const third = within(options().getByRole('option', { name: /Batch 3/ }));
    await userEvent.click(third.getByTestId('tick'));
    expect(screen.getByText('11 of 12 batches selected')).toBeTruthy();
    await userEvent.keyboard('batch 12{Shift>}{Enter}{/Shift}');
    expect(screen.getByText('10 of 12 batches selected')).toBeTruthy();
  });

  it('BOARD-28 shows selected batches as removable chips', async () => {
    open(many(12), selectBatches([1, 2, 3, 4, 5, 6]));
    expect(screen.getByText('+2 more')).toBeTruthy();
    const chip = screen.getByText('Batch 2').closest('.MuiChip-root');
    await userEvent.click(within(chip as HTMLElement).getByTestId('CancelIcon'));
    expect(screen.getByText('5 of 12 batches selected')).toBeTruthy();
  });

  it('BOARD-28 Select All selects every batch, Clear All turns the filter off', async () => {
    open(many(12), selectBatches([1]));
    await userEvent.click(screen.getByRole('button', { name: 'Select All' }));
    expect(screen.getByText('12 of 12 batches selected')).toBeTruthy();
    expect(screen.queryByText('Filters active')).toBeNull();
    expect(screen.getByText('+8 more')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear All' }));
    expect(screen.getByText('Select batches to filter...')).toBeTruthy();
    expect(screen.getByText('12 of 12 batches selected')).toBeTruthy();
  });

  it('BOARD-28 is disabled without batches', () => {
    open([]);
    expect(screen.getByText('No batches available')).toBeTruthy();
    expect(opener().disabled).toBe(true);
  });

  it('BOARD-28 does not show an empty list while batches load', () => {
    open(undefined);
    expect(screen.getByText('Loading batches...')).toBeTruthy();
    expect(opener().disabled).toBe(true);
  });

  it('BOARD-29 the menu has a search box and keyboard control', async () => {
    open(many(500));
    await openMenu();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search batches' }));
    await userEvent.keyboard('batch 49{ArrowDown}{Enter}');
    expect(screen.getByText('1 of 500 batches selected')).toBeTruthy();
    expect(options().getByRole('option', { selected: true }).textContent).toContain('Batch 490');
    await userEvent.keyboard('x');
    expect(screen.getByText('No batch matches')).toBeTruthy();
  });

  it('BOARD-29 the menu renders only options near the viewport', async () => {
    open(many(500));
    await openMenu();
    const drawn = options().getAllByRole('option');
    expect(drawn.length).toBeGreaterThan(5);
    expect(drawn.length).toBeLessThan(60);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('500');
    expect(getComputedStyle(screen.getByRole('dialog', { name: 'Batches' })).maxHeight).toBe(
      '400px',
    );
  });
});

describe('the marker of active filters', () => {
  const days = { start: '2026-01-05', end: '2026-01-11' };
  it.each([
    ['nothing', NO_FILTERS, null],
    ['Batches', { ...NO_FILTERS, batches: selectBatches([1]) }, 'Batches'],
    ['Batches', { ...NO_FILTERS, ...days, batches: selectBatches([1]) }, 'Batches'],
    ['Date range', { ...NO_FILTERS, ...days }, 'Date range'],
  ] as const)('BOARD-28 is at %s', (_where, filters, group) => {
    render(
      <ThemeProvider>
        <FilterCard
          batches={many(3)}
          filters={filters}
          today="2026-01-12"
          zone="America/Los_Angeles"
          refetching={false}
          onChange={() => undefined}
        />
      </ThemeProvider>,
    );
    const marker = screen.queryByText('Filters active');
    const marked = [...screen.getAllByRole('group')].filter((element) => element.contains(marker));
    expect(marked.map((element) => element.textContent?.startsWith(group ?? ''))).toEqual(
      group === null ? [] : [true],
    );
  });
});

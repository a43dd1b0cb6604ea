import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAlone } from '../testing/render';
import { LegendDoughnut } from './legend-doughnut';

/** Pixels of a row: two paddings and a line. */
const ROW = 31;

it('BOARD-97 has room for twelve rows of the legend', async () => {
  const slices = Array.from({ length: 12 }, (_, index) => ({
    ...{ key: `${index}`, label: `Status ${index}`, text: '1', value: 1 },
    ...{ percentage: 8.3, color: 'red' },
  }));
  renderAlone(
    <LegendDoughnut slices={slices} label="Tasks" size={196} renderCenter={() => null} />,
  );
  const legend = await screen.findByRole('listbox', { name: 'Legend of Tasks' });
  expect(legend.querySelectorAll('li')).toHaveLength(12);
  expect(parseFloat(getComputedStyle(legend).maxHeight)).toBeGreaterThanOrEqual(12 * ROW);
});

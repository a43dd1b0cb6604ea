import { expect, it } from 'vitest';
import { cardColumns } from './stats-grid';

it('CSTPAGE-10 a card is 12, 6 or 4 of 12 columns wide', () => {
  const wide = (type: Parameters<typeof cardColumns>[0]) => cardColumns(type).gridColumn.lg;
  expect(wide('table')).toBe('span 12');
  expect([wide('bar'), wide('line')]).toEqual(['span 6', 'span 6']);
  expect(wide('doughnut')).toBe('span 4');
});

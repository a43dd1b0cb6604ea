import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderAlone } from '../../../testing/render';
import { GroupedTable } from './grouped-table';

it('WEB-126 costs its cell only, also in a group of a result and its totals', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const broken = {
    toJSON: () => {
      throw new Error('No value');
    },
  };
  renderAlone(
    <GroupedTable
      label="Tasks"
      columns={[
        { name: 'status', type: 'text' },
        { name: 'tasks', type: 'bigint' },
      ]}
      groups={[
        {
          group_key: 'open',
          group_data: [['new', broken]],
          row_count: 1,
          subtotals: [null, broken],
        },
      ]}
      grandTotals={[null, '7']}
      method="sum"
    />,
  );
  const texts = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(texts.slice(2)).toEqual(['new?', 'Subtotal (sum) ?', 'Grand total (sum) 7']);
});

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
      groupedBy={null}
    />,
  );
  const texts = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(texts.slice(2)).toEqual(['New?', 'Subtotal (sum) ?', 'Grand total (sum) 7']);
});

it('CSTPAGE-62 has titles of statuses, and numbers with separators and all their digits', () => {
  const status = { name: 'status', type: 'text' };
  renderAlone(
    <GroupedTable
      label="Tasks"
      columns={[status, { name: 'tasks', type: 'bigint' }, { name: 'batch_id', type: 'bigint' }]}
      groups={[
        {
          group_key: 'in_progress',
          group_data: [['in_progress', '9007199254740993', '1234']],
          row_count: 1,
          subtotals: [null, '1234.50', null],
        },
      ]}
      grandTotals={[null, '7654321', null]}
      method="sum"
      groupedBy="status"
    />,
  );
  const texts = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(texts.slice(1)).toEqual([
    'In Progress1 row',
    'In Progress9,007,199,254,740,9931234',
    'Subtotal (sum) 1,234.50',
    'Grand total (sum) 7,654,321',
  ]);
});

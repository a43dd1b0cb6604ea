import { describe, expect, it } from 'vitest';
import { statusRows } from './statuses';

const keyOf = ({ key }: { readonly key: string }) => key;

describe('status rows', () => {
  it('BOARD-40 lists statuses with tasks with count and percentage, in the order of work', () => {
    expect(statusRows({ completed: 2_000, in_progress: 0, rework: 1 })).toMatchObject([
      { key: 'rework', label: 'Rework', value: 1, text: '1', percentage: 0.1 },
      { key: 'completed', label: 'Completed', value: 2_000, text: '2,000', percentage: 99.9 },
    ]);
    const all = ['delivered', 'reviewed', 'completed', 'rework', 'in_progress', 'pending'];
    expect(statusRows(Object.fromEntries(all.map((status) => [status, 1]))).map(keyOf)).toEqual([
      'pending',
      ...['in_progress', 'rework', 'completed', 'reviewed', 'delivered'],
    ]);
    expect(statusRows({})).toEqual([]);
  });

  it('BOARD-98 the percentages of three equal statuses sum to 100', () => {
    const rows = statusRows({ rework: 1, pending: 1, completed: 1 });
    const tenths = rows.map(({ percentage }) => Math.round(percentage * 10));
    expect(tenths.toSorted((a, b) => a - b)).toEqual([333, 333, 334]);
  });

  it('BOARD-41 formats an unknown status and lists it last', () => {
    const rows = statusRows({ waiting_for_client: 1, ready_for_review: 3, archived: 1 });
    expect(rows.map((row) => row.label)).toEqual([
      'Ready For Review',
      'Archived',
      'Waiting For Client',
    ]);
  });
});

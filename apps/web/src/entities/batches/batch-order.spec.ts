import { describe, expect, it } from 'vitest';
import { arrangeBatches } from './batch-order';
import { batch } from '../../testing/dashboard';

const batches = [
  batch(30, { name: 'Batch 10', completion_rate: 10, updated_at: '2026-01-02T00:00:00Z' }),
  batch(20, { name: 'batch 9', completion_rate: 90, updated_at: '2026-01-03T00:00:00Z' }),
  batch(10, { name: 'Alpha', completion_rate: 50, updated_at: '2026-01-01T00:00:00Z' }),
];
const ids = (sort: Parameters<typeof arrangeBatches>[1], search = '') =>
  arrangeBatches(batches, sort, search).map((one) => one.turing_batch_id);

describe('arranging batches', () => {
  it('BOARD-66 sorts by newest, name, progress and update', () => {
    expect(ids('newest')).toEqual([30, 20, 10]);
    expect(ids('name')).toEqual([10, 20, 30]);
    expect(ids('progress')).toEqual([20, 10, 30]);
    expect(ids('updated')).toEqual([20, 30, 10]);
  });

  it('BOARD-66 CRUD-134 searches names, without capitals and accents, and ids', () => {
    expect(ids('newest', ' BÄTCH ')).toEqual([30, 20]);
    expect(ids('newest', '20')).toEqual([20]);
    expect(ids('newest', 'none')).toEqual([]);
  });
});

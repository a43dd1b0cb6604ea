import { describe, expect, it } from 'vitest';
import { countsText } from './import-counts';

const NONE = { insert: 0, update: 0, unchanged: 0, delivery_batches: 0 };

describe('countsText', () => {
  it('WEB-35 describes the counts, and an empty file', () => {
    expect(countsText({ ...NONE, insert: 1200, delivery_batches: 1 })).toBe(
      '1,200 inserted, 0 updated, 0 unchanged, 1 delivery batch',
    );
    expect(countsText({ ...NONE, unchanged: 1 })).toContain('1 unchanged');
    expect(countsText(NONE)).toBe('The file holds no tasks');
  });
});

import { describe, expect, it } from 'vitest';
import { heatOf } from './waiting-time';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const after = (days: number) => heatOf(new Date(NOW - days * 86_400_000).toISOString(), NOW);

describe('the heat of a waiting task', () => {
  it('DESK-34 grows with its age', () => {
    expect([0, 0.99, 1, 2.99, 3, 6.99, 7, 13.99, 14, 900].map(after)).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3, 4, 4,
    ]);
    expect(heatOf(null, NOW)).toBe(0);
    // The clock of the server may be behind that of the labeling tool.
    expect(after(-1)).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceededBound, type JsonBounds } from './json-bounds.js';

const BOUNDS: JsonBounds = { levels: 3, values: 10, numberLength: 5 };
const NONE: JsonBounds = { levels: Infinity, values: Infinity, numberLength: Infinity };

describe('exceededBound', () => {
  it.each([
    ['[[[1]]]', null],
    ['{"a": [{"b": {}}]}', 'levels'],
    ['[[[[', 'levels'],
    ['[1,2,3,4,5,6,7,8]', null],
    ['[1,2,3,4,5,6,7,8,9,10]', 'values'],
    ['[[],[],[],[],[],[]]', 'values'],
    ['[-1.25, 1e+10, 12345]', null],
    ['[-1.255]', 'numberLength'],
    ['[1e+100]', 'numberLength'],
    ['123456', 'numberLength'],
    [String.raw`["[[[[[[", "\"[[[[[", ",,,,,,,,,,,,", "1234567890", "\\"]`, null],
    ['', null],
  ])('ERR-15 reports the limit that %s exceeds: %s', (text, bound) => {
    expect(exceededBound(text, BOUNDS)).toBe(bound);
  });

  it('ERR-15 measures what JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value, null, 1);
        const { levels, values } = sizeOf(value);
        expect(exceededBound(text, { ...NONE, levels })).toBe(null);
        if (levels > 0) expect(exceededBound(text, { ...NONE, levels: levels - 1 })).toBe('levels');
        // An empty list counts as one with an element.
        if (values > 1) expect(exceededBound(text, { ...NONE, values: values - 1 })).toBe('values');
        expect(exceededBound(text, { ...NONE, values: 2 * values })).toBe(null);
      }),
      { numRuns: 500 },
    );
  });

  it('ERR-15 terminates for any text', () => {
    const units = fc.constantFrom(...'"\\[]{},:-+.eE019 é\0'.split(''));
    fc.assert(
      fc.property(fc.array(units), (text) => {
        expect(exceededBound(text.join(''), NONE)).toBe(null);
      }),
    );
  });
});

/** Depth and number of values of a JSON value, itself included. */
function sizeOf(value: unknown): { levels: number; values: number } {
  if (typeof value !== 'object' || value === null) return { levels: 0, values: 1 };
  const inner = Object.values(value).map(sizeOf);
  return {
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

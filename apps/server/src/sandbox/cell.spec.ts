import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { cellOf, jsonValuesIn } from './cell.js';

const { JSONB, TEXT } = pg.types.builtins;

describe('JSON in a result', () => {
  it('SBX-46 is parsed with texts of any length', () => {
    const long = `1e1${String.raw`\n"`.repeat(4_000_000)}`;
    const text = JSON.stringify([long, { number: 1.5 }]);
    expect(cellOf(text, JSONB)).toEqual([long, { number: 1.5 }]);
  });

  it('SBX-46 stays text if JavaScript cannot represent a number, but not for a string that looks like one', () => {
    expect(cellOf('[12345678901234567, ""]', JSONB)).toBe('[12345678901234567, ""]');
    expect(cellOf('["1e400", "\\"1e400", "[[["]', JSONB)).toEqual(['1e400', '"1e400', '[[[']);
  });

  it('SBX-46 is counted by its values, ignoring the content of strings', () => {
    expect(jsonValuesIn('[{}, {"a,[": [1, 2]}]', JSONB)).toBe(7);
    expect(jsonValuesIn('[[[', TEXT)).toBe(0);
    expect(jsonValuesIn(null, JSONB)).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectJson } from './inspect-json.js';

describe('inspectJson', () => {
  it('IMP-7 reports repeated keys with their path, also if escaped differently', () => {
    expect(inspectJson('{"a":1,"b":{"c":1,"\\u0063":2},"a":[{"d":1,"d":2}]}')).toEqual([
      { path: 'b/c', reason: 'is repeated' },
      { path: 'a', reason: 'is repeated' },
      { path: 'a/0/d', reason: 'is repeated' },
    ]);
    expect(inspectJson('{"a":1,"b":{"a":1}, "c":[{"a":1},{"a":1}]}')).toEqual([]);
  });

  it('IMP-9 reports strings with a NUL or half of a surrogate pair', () => {
    expect(
      inspectJson('{"a":"x\\u0000","b":["\\ud83d","\\ude00","\\ud83d\\ude00"]}').map(
        ({ path }) => path,
      ),
    ).toEqual(['a', 'b/0', 'b/1']);
    expect(inspectJson('{"\\ud83d":1}')).toEqual([
      { path: '', reason: 'contains half of a surrogate pair' },
    ]);
  });

  it('IMP-8 reports numbers that would lose precision', () => {
    expect(
      inspectJson('{"a":9007199254740993,"b":[0.1,1e400],"c":-12}').map((f) => f.path),
    ).toEqual(['a', 'b/1']);
  });

  it('IMP-6 is fast for long strings, numbers and blanks', () => {
    const million = 1_000_000;
    const long = [
      `{"a":"\\u0041${'x\\n'.repeat(2 * million)}"}`,
      `{"a":${' '.repeat(8 * million)}1e3}`,
      `{"a":1.${'0'.repeat(8 * million)}}`,
    ];
    for (const text of long) expect(inspectJson(text)).toEqual([]);
    const inexact = `[1.${'0'.repeat(8 * million)}1]`;
    expect(inspectJson(inexact).map(({ path }) => path)).toEqual(['0']);
  });

  it('IMP-2 reports nothing for JSON of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
        expect(inspectJson(JSON.stringify(value, null, indent))).toEqual([]);
      }),
    );
  });
});

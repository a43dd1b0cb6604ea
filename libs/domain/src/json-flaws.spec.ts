import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepsPrecision } from './exact-numbers.js';
import { jsonFlaws } from './json-flaws.js';

const NO_IDS = /(?!)/;

describe('jsonFlaws', () => {
  const kind = 'inexact-number';

  it('ERR-10 reports each number with its pointer and literal', () => {
    const text = `{"id": 9007199254740993, "a/b": [1, {"\\u007e": -1e400}, 0.1],
      "note": "1e400, \\"9007199254740993", "c": [[], 1.0000000000000000001]}`;
    expect(jsonFlaws(text)).toEqual([
      { kind, pointer: '/id', literal: '9007199254740993' },
      { kind, pointer: '/a~1b/1/~0', literal: '-1e400' },
      { kind, pointer: '/c/1', literal: '1.0000000000000000001' },
    ]);
    expect(jsonFlaws('1e400')).toEqual([{ kind, pointer: '', literal: '1e400' }]);
  });

  it('ERR-10 finds none in serialised JSON, and one wherever it is inserted', () => {
    const steps = fc.array(fc.oneof(fc.string(), fc.nat({ max: 3 })), { maxLength: 5 });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), steps, (value, path) => {
        expect(jsonFlaws(JSON.stringify(value, null, 1))).toEqual([]);
        const around = path.reduceRight<unknown>(
          (inner, step) =>
            typeof step === 'number'
              ? [...Array.from({ length: step }, () => value), inner]
              : Object.fromEntries([
                  [`${step}-`, value],
                  [step, inner],
                ]),
          'planted',
        );
        const text = JSON.stringify(around).replace('"planted"', '1e999');
        const pointer = path
          .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
          .join('');
        expect(jsonFlaws(text)).toEqual([{ kind, pointer, literal: '1e999' }]);
      }),
    );
  });

  it('ERR-10 finds numbers that a double cannot represent, and no others', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,19}$/);
    const literal = fc
      .tuple(digits, fc.option(digits), fc.option(fc.integer({ min: -330, max: 330 })))
      .map(([whole, part, power]) => [whole, part && `.${part}`, power && `e${power}`].join(''));
    fc.assert(
      fc.property(literal, (number) => {
        expect(jsonFlaws(number).length).toBe(keepsPrecision(number) ? 0 : 1);
      }),
      { numRuns: runs(500) },
    );
  });

  it('ERR-10 points at the whole text if a pointer is very long', () => {
    const key = 'x'.repeat(1001);
    expect(jsonFlaws(`{"a": 1e400, "${key}": [1e400]}`).map(({ pointer }) => pointer)).toEqual([
      '/a',
      '',
    ]);
  });

  it('ERR-10 handles deep nesting, long strings and long numbers', () => {
    const million = 1_000_000;
    expect(jsonFlaws(`${'['.repeat(million)}1${']'.repeat(million)}`)).toEqual([]);
    expect(jsonFlaws(JSON.stringify('\n'.repeat(million)))).toEqual([]);
    expect(jsonFlaws(`[1.${'0'.repeat(million)}]`)).toEqual([]);
    expect(jsonFlaws(`[${'1e400,'.repeat(million)}1]`)).toHaveLength(20);
  });

  it('ERR-11 reports each repeated key once, in any spelling', () => {
    const text = String.raw`{"a": 1, "b": {"\u0061": 1, "a/b": 2, "": 3, "a\/b": "a", "": [{"a": 1}]},
      "\u0061": {"a": "a"}, "a": [1, {"c": 1e400, "c": 2}]}`;
    expect(jsonFlaws(text)).toEqual([
      { kind: 'repeated-key', pointer: '/b/a~1b' },
      { kind: 'repeated-key', pointer: '/b/' },
      { kind: 'repeated-key', pointer: '/a' },
      { kind, pointer: '/a/1/c', literal: '1e400' },
      { kind: 'repeated-key', pointer: '/a/1/c' },
    ]);
    expect(jsonFlaws('{"a": {"a": ["a", "a", {"a": 1}, {"a": 1}]}, "A": "a", "b": 1}')).toEqual([]);
  });

  it('ERR-11 agrees with a count of the keys of each object', () => {
    fc.assert(
      fc.property(written, (json) => {
        const text = textOf(json);
        JSON.parse(text);
        const pointers = jsonFlaws(text).map(({ pointer }) => pointer);
        expect(pointers).toEqual(repeatsIn(json, '').slice(0, 20));
      }),
      { numRuns: runs(300) },
    );
  });

  it('ERR-11 handles many keys, many repeats and deep nesting', () => {
    const many = 200_000;
    const members = Array.from({ length: many }, (_, index) => `"${index}":0`).join();
    expect(jsonFlaws(`{${members}}`)).toEqual([]);
    expect(jsonFlaws(`{${members},${members}}`)).toHaveLength(20);
    expect(jsonFlaws(`{${'"a":0,'.repeat(many)}"a":0}`)).toHaveLength(1);
    expect(jsonFlaws(`${'{"a":'.repeat(many)}0${'}'.repeat(many)}`)).toEqual([]);
    const deep = jsonFlaws(`${'{"a":0,"a":'.repeat(many)}0${'}'.repeat(many)}`);
    expect(deep.map(({ pointer }) => pointer.length)).toEqual(
      Array.from({ length: 20 }, (_, index) => 2 * (index + 1)),
    );
  });

  it('IMP-7 IMP-8 reports the same in a row of a task file', () => {
    expect(jsonFlaws('{"a":9007199254740993,"b":{"c":1,"\\u0063":2},"a":"x"}', NO_IDS)).toEqual([
      { kind, pointer: '/a', literal: '9007199254740993' },
      { kind: 'repeated-key', pointer: '/b/c' },
      { kind: 'repeated-key', pointer: '/a' },
    ]);
  });

  it('IMP-9 reports strings and keys with a NUL or half of a surrogate pair, if asked for', () => {
    const text = String.raw`{"a":"x\u0000","b":["\ud83d","\ude00","\ud83d\ude00"],"c":{"\ud83d":1}}`;
    expect(jsonFlaws(text, NO_IDS)).toEqual([
      { kind: 'nul', pointer: '/a' },
      { kind: 'lone-surrogate', pointer: '/b/0' },
      { kind: 'lone-surrogate', pointer: '/b/1' },
      { kind: 'lone-surrogate', pointer: '/c' },
    ]);
    expect(jsonFlaws(text)).toEqual([]);
  });

  it('IMP-6 is fast for long strings, numbers and blanks', () => {
    const million = 1_000_000;
    const long = [
      `{"a":"\\u0041${'x\\n'.repeat(2 * million)}"}`,
      `{"a":${' '.repeat(8 * million)}1e3}`,
      `{"a":1.${'0'.repeat(8 * million)}}`,
    ];
    for (const text of long) expect(jsonFlaws(text, NO_IDS)).toEqual([]);
    const inexact = `[1.${'0'.repeat(8 * million)}1]`;
    expect(jsonFlaws(inexact).map(({ pointer }) => pointer)).toEqual(['/0']);
  });

  it('IMP-2 reports nothing for JSON of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
        expect(jsonFlaws(JSON.stringify(value, null, indent), NO_IDS)).toEqual([]);
      }),
    );
  });
});

/** JSON as source text, with repeated keys and escapes. */
type Written = string | readonly Written[] | { readonly members: readonly Member[] };

interface Member {
  readonly key: string;
  readonly isEscaped: boolean;
  readonly value: Written;
}

const keys = fc.oneof(
  fc.constantFrom('', 'a', 'b', '/', '~', '\\', '"', '{', 'é', '😀', '__proto__'),
  fc.string({ maxLength: 2 }),
);

const { written } = fc.letrec<{ written: Written; member: Member }>((tie) => ({
  written: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('0', '-1.5', 'null', '""', '"a"', String.raw`"\"{,"`, '{ }'),
    fc.array(tie('written'), { maxLength: 3 }),
    fc.record({ members: fc.array(tie('member'), { maxLength: 5 }) }),
  ),
  member: fc.record({ key: keys, isEscaped: fc.boolean(), value: tie('written') }),
}));

function textOf(json: Written): string {
  if (typeof json === 'string') return json;
  if (!('members' in json)) return `[${json.map(textOf).join(', ')}]`;
  const members = json.members.map(({ key, isEscaped, value }) => {
    const spelled = isEscaped ? `"${escaped(key)}"` : JSON.stringify(key);
    return `${spelled} : ${textOf(value)}`;
  });
  return `{${members.join(',')}}`;
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** JSON pointers of the first repetition of each key, in the order of the text. */
function repeatsIn(json: Written, pointer: string): string[] {
  if (typeof json === 'string') return [];
  if (!('members' in json)) return json.flatMap((item, at) => repeatsIn(item, `${pointer}/${at}`));
  return json.members.flatMap(({ key, value }, at) => {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const before = json.members.slice(0, at).filter((member) => member.key === key);
    return [...(before.length === 1 ? [place] : []), ...repeatsIn(value, place)];
  });
}

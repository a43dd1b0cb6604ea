import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inexactNumbers, keepsPrecision } from './exact-numbers.js';

describe('keepsPrecision', () => {
  it.each([
    '0',
    '-0',
    '0.0',
    '1',
    '-12.50',
    '0.1',
    '1e3',
    '1E-7',
    '1.5e+3',
    '9007199254740992',
    '100e-2',
    '1e22',
    '5e-324',
    '1.7976931348623157e308',
    '0.30000000000000004',
  ])('IMP-8 keeps %s', (literal) => expect(keepsPrecision(literal)).toBe(true));

  it.each([
    '9007199254740993',
    '1e400',
    '1e-400',
    '0.1000000000000000055511',
    '123456789012345678',
    '3.14159265358979323846',
  ])('IMP-8 refuses %s', (literal) => expect(keepsPrecision(literal)).toBe(false));

  it('IMP-8 keeps every number that a program writes out', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(keepsPrecision(JSON.stringify(value))).toBe(true);
        expect(keepsPrecision(value.toExponential())).toBe(true);
      }),
    );
  });
});

describe('inexactNumbers', () => {
  it('ERR-10 names each by its place, as it is written', () => {
    const text = `{"id": 9007199254740993, "a/b": [1, {"\\u007e": -1e400}, 0.1],
      "note": "1e400, \\"9007199254740993", "c": [[], 1.0000000000000000001]}`;
    expect(inexactNumbers(text)).toEqual([
      { pointer: '/id', literal: '9007199254740993' },
      { pointer: '/a~1b/1/~0', literal: '-1e400' },
      { pointer: '/c/1', literal: '1.0000000000000000001' },
    ]);
    expect(inexactNumbers('1e400')).toEqual([{ pointer: '', literal: '1e400' }]);
  });

  it('ERR-10 finds none in JSON that a program wrote, and one wherever it is planted', () => {
    const steps = fc.array(fc.oneof(fc.string(), fc.nat({ max: 3 })), { maxLength: 5 });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), steps, (value, path) => {
        expect(inexactNumbers(JSON.stringify(value, null, 1))).toEqual([]);
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
        expect(inexactNumbers(text)).toEqual([{ pointer, literal: '1e999' }]);
      }),
    );
  });

  it('ERR-10 finds what is not kept, and nothing else', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,19}$/);
    const literal = fc
      .tuple(digits, fc.option(digits), fc.option(fc.integer({ min: -330, max: 330 })))
      .map(([whole, part, power]) => [whole, part && `.${part}`, power && `e${power}`].join(''));
    fc.assert(
      fc.property(literal, (number) => {
        expect(inexactNumbers(number).length).toBe(keepsPrecision(number) ? 0 : 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('ERR-10 points at the whole text where a pointer would be very long', () => {
    const key = 'x'.repeat(1001);
    expect(inexactNumbers(`{"a": 1e400, "${key}": [1e400]}`).map(({ pointer }) => pointer)).toEqual(
      ['/a', ''],
    );
  });

  it('ERR-10 takes deep nesting, long strings and long numbers', () => {
    const million = 1_000_000;
    expect(inexactNumbers(`${'['.repeat(million)}1${']'.repeat(million)}`)).toEqual([]);
    expect(inexactNumbers(JSON.stringify('\n'.repeat(million)))).toEqual([]);
    expect(inexactNumbers(`[1.${'0'.repeat(million)}]`)).toEqual([]);
    expect(inexactNumbers(`[${'1e400,'.repeat(million)}1]`)).toHaveLength(20);
  });
});

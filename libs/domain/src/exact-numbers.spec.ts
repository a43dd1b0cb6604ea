import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNumbers, keepsPrecision } from './exact-numbers.js';

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

  it('IMP-8 accepts every serialised double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(keepsPrecision(JSON.stringify(value))).toBe(true);
        expect(keepsPrecision(value.toExponential())).toBe(true);
      }),
    );
  });
});

describe('compareNumbers', () => {
  it('CSTPAGE-16 orders numbers of any length by value', () => {
    const scaled = fc.record({ digits: fc.bigInt(-(10n ** 30n), 10n ** 30n), zeros: fc.nat(5) });
    const text = ({ digits, zeros }: { digits: bigint; zeros: number }) => `${digits}e-${zeros}`;
    const whole = ({ digits, zeros }: { digits: bigint; zeros: number }) =>
      digits * 10n ** BigInt(5 - zeros);
    fc.assert(
      fc.property(scaled, scaled, (one, other) => {
        const [a, b] = [whole(one), whole(other)];
        const expected = a < b ? -1 : a > b ? 1 : 0;
        expect(Math.sign(compareNumbers(text(one), text(other))) === expected).toBe(true);
      }),
    );
  });

  it.each([
    ['0', '-0.00'],
    ['1', '1.0'],
    ['-100', '-1e2'],
    ['0.05', '5E-2'],
  ])('CSTPAGE-16 %s is as large as %s', (one, other) => {
    expect(compareNumbers(one, other) === 0).toBe(true);
  });
});

/**
 * Whether a double represents the number exactly: its shortest decimal form, which gets stored,
 * denotes the same value.
 */
export function keepsPrecision(literal: string): boolean {
  const stored = Number(literal);
  return Number.isFinite(stored) && compareNumbers(literal, String(stored)) === 0;
}

/** Compares two decimal numbers of any length by value: below zero if the first is less. */
export function compareNumbers(one: string, other: string): number {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  if (a.sign !== b.sign || a.sign === 0) return a.sign - b.sign;
  // Neither begins or ends with a zero: digits of the same magnitude are in the order of texts.
  const size =
    a.magnitude - b.magnitude || Number(a.digits > b.digits) - Number(a.digits < b.digits);
  return a.sign < 0 ? 0 - size : size;
}

interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** The significant digits. */
  readonly digits: string;
  /** The power of ten above the first digit. */
  readonly magnitude: number;
}

function decimalOf(literal: string): Decimal {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  // Not /0+$/, which takes quadratic time on long runs of zeros before another digit.
  let first = 0;
  let end = digits.length;
  while (digits[first] === '0') first++;
  while (end > first && digits[end - 1] === '0') end--;
  if (end === first) return { sign: 0, digits: '', magnitude: 0 };
  return {
    sign: mantissa.startsWith('-') ? -1 : 1,
    digits: digits.slice(first, end),
    magnitude: Number(exponent) + whole.length - first,
  };
}

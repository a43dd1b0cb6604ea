/**
 * Whether a double represents the number exactly: its shortest decimal form, which gets stored,
 * denotes the same value.
 */
export function keepsPrecision(literal: string): boolean {
  const stored = Number(literal);
  return Number.isFinite(stored) && canonical(literal) === canonical(String(stored));
}

/** One spelling per value: the significant digits, and the power of ten of the last one. */
function canonical(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  // Not /0+$/, which takes quadratic time on long runs of zeros before another digit.
  let first = 0;
  let end = digits.length;
  while (digits[first] === '0') first++;
  while (end > first && digits[end - 1] === '0') end--;
  if (end === first) return '0';
  const scale = Number(exponent) - fraction.length + (digits.length - end);
  return `${mantissa.startsWith('-') ? '-' : ''}${digits.slice(first, end)}e${scale}`;
}

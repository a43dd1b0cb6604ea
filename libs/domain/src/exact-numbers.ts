/** A number in JSON whose value a double does not keep. */
export interface InexactNumber {
  /** JSON pointer; that of the whole text when it would be very long. */
  readonly pointer: string;
  readonly literal: string;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MAX_FOUND = 20;
const MAX_POINTER = 1000;
/** A double keeps any 15 digits, well within its range. Spares most numbers the comparison. */
const SURELY_KEPT = /^[^eE]{1,15}(?:[eE][+-]?\d{1,2})?$/;

/**
 * Whether a double keeps the number as written: its shortest decimal form, which is what gets
 * stored, denotes the same value.
 */
export function keepsPrecision(literal: string): boolean {
  const stored = Number(literal);
  return Number.isFinite(stored) && canonical(literal) === canonical(String(stored));
}

/** The first of those in text that JSON.parse has accepted, however deeply it is nested. */
export function inexactNumbers(text: string): InexactNumber[] {
  const found: InexactNumber[] = [];
  /** Of each list or object around the place: the index, the key as written, null ahead of a key. */
  const around: (number | string | null)[] = [];
  let at = 0;
  while (at < text.length && found.length < MAX_FOUND) {
    const character = text[at] ?? '';
    const inner = around.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      if (inner === null) around[around.length - 1] = text.slice(at, end);
      at = end;
      continue;
    }
    if (character === '-' || (character >= '0' && character <= '9')) {
      const literal = numberAt(text, at);
      const isKept = SURELY_KEPT.test(literal) || keepsPrecision(literal);
      if (!isKept) found.push({ pointer: pointerTo(around), literal });
      at += literal.length;
      continue;
    }
    if (character === '{') around.push(null);
    else if (character === '[') around.push(0);
    else if (character === '}' || character === ']') around.pop();
    else if (character === ',') {
      around[around.length - 1] = typeof inner === 'number' ? inner + 1 : null;
    }
    at++;
  }
  return found;
}

/** One spelling per value: digits without outer zeros, and the power of ten of the last one. */
function canonical(literal: string): string {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  // By hand: /0+$/ takes quadratic time on long runs of zeros that another digit follows.
  let first = 0;
  let end = digits.length;
  while (digits[first] === '0') first++;
  while (end > first && digits[end - 1] === '0') end--;
  if (end === first) return '0';
  const scale = Number(exponent) - fraction.length + (digits.length - end);
  return `${mantissa.startsWith('-') ? '-' : ''}${digits.slice(first, end)}e${scale}`;
}

/** By hand: a regular expression runs out of stack on strings of millions of characters. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? '';
}

function pointerTo(around: readonly (number | string | null)[]): string {
  let pointer = '';
  for (const step of around) {
    const name = typeof step === 'string' ? String(JSON.parse(step)) : String(step);
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (pointer.length > MAX_POINTER) return '';
  }
  return pointer;
}

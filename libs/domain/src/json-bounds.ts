/** Limits of a JSON text. */
export interface JsonBounds {
  /** Nesting depth of objects and arrays. */
  readonly levels: number;
  /** Number of values, nested ones included. */
  readonly values: number;
  /** Characters in one number. */
  readonly numberLength: number;
}

const CODE = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;
/** Characters of a number after the first. */
const OF_NUMBERS = new Set(Array.from('0123456789+-.eE', (character) => character.charCodeAt(0)));

/** The limit that a text exceeds, if any. One pass without parsing, in linear time for any text. */
export function exceededBound(text: string, bounds: JsonBounds): keyof JsonBounds | null {
  let levels = 0;
  let values = 1;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === CODE.quote) {
      at = endOfString(text, at);
      continue;
    }
    if (code === CODE.minus || (code >= CODE.zero && code <= CODE.nine)) {
      const end = endOfNumber(text, at);
      if (end - at > bounds.numberLength) return 'numberLength';
      at = end;
      continue;
    }
    // Each opening bracket and each comma adds at most one value.
    if (code === CODE.comma) values++;
    else if (code === CODE.openList || code === CODE.openObject) {
      levels++;
      values++;
    } else if (code === CODE.closeList || code === CODE.closeObject) levels--;
    if (levels > bounds.levels) return 'levels';
    if (values > bounds.values) return 'values';
    at++;
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== CODE.quote) {
    at += text.charCodeAt(at) === CODE.backslash ? 2 : 1;
  }
  return at + 1;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && OF_NUMBERS.has(text.charCodeAt(at))) at++;
  return at;
}

/** How much JSON may hold. */
export interface JsonBounds {
  /** Objects and lists within one another. */
  readonly levels: number;
  /** Values, those within others included. */
  readonly values: number;
  /** Characters of a number. */
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
/** What a number is written with after its first character. */
const OF_NUMBERS = new Set(Array.from('0123456789+-.eE', (character) => character.charCodeAt(0)));

/**
 * Which bound a text goes beyond, if any. In one pass and without parsing: the text may be anything,
 * and takes no more time than its length.
 */
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
    // What opens and what separates come with one value more each, at most.
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

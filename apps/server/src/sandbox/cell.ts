import pg from 'pg';

/** A value as sent to the client. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | { readonly [key: string]: unknown };

const { builtins } = pg.types;

/** Readers by type OID; every other type stays text. */
const READERS = new Map<number, (text: string) => Cell>([
  [builtins.BOOL, (text) => text === 't'],
  [builtins.INT2, Number],
  [builtins.INT4, Number],
  [builtins.FLOAT4, float],
  [builtins.FLOAT8, float],
  [builtins.TIMESTAMP, isoTime],
  [builtins.TIMESTAMPTZ, isoTime],
  [builtins.JSON, json],
  [builtins.JSONB, json],
]);

/** Deeper JSON stays text, because serializing it could overflow the stack. */
const DEEPEST_JSON = 500;

/**
 * Reads a value from the server's text. Values that a JavaScript number cannot represent exactly
 * (numeric, bigint, NaN) stay text. Times become ISO 8601 with their offset. JSON is parsed. Every
 * other type stays as PostgreSQL writes it.
 */
export function cellOf(text: string | null, type: number): Cell {
  if (text === null) return null;
  const read = READERS.get(type);
  return read === undefined ? text : read(text);
}

const TIME = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(?::(\d\d))?)?$/;

function float(text: string): Cell {
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** 'infinity', years BC and offsets with seconds stay unchanged. */
function isoTime(text: string): string {
  const parts = TIME.exec(text);
  if (!parts) return text;
  const [, day = '', time = '', hours, minutes = '00'] = parts;
  return `${day}T${time}${hours === undefined ? '' : `${hours}:${minutes}`}`;
}

function json(text: string): Cell {
  const frame = withoutStrings(text);
  if (isDeep(frame) || LONG_NUMBER.test(frame)) return text;
  const value: unknown = JSON.parse(text);
  return isCell(value) ? value : text;
}

/** Maximum number of values in a JSON text; 0 for any other type. */
export function jsonValuesIn(text: string | null, type: number): number {
  if (text === null || READERS.get(type) !== json) return 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ',' || character === '[' || character === '{') values += 1;
  }
  return values;
}

function isCell(value: unknown): value is Cell {
  return (
    value === null ||
    typeof value === 'object' ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  );
}

/** More digits than a JavaScript number preserves, or an exponent that may be too large for it. */
const LONG_NUMBER = /\d(?:\.?\d){15}|\d[eE]/;

/** The text with `""` for each string. A regular expression would overflow the stack on a long one. */
function withoutStrings(text: string): string {
  const parts: string[] = [];
  for (let from = 0; ;) {
    const quote = text.indexOf('"', from);
    parts.push(text.slice(from, quote < 0 ? undefined : quote));
    if (quote < 0) return parts.join('""');
    from = endOfString(text, quote) + 1;
  }
}

/** The index of the closing quote of the string that begins at `quote`. */
function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** @param frame JSON text without its strings */
function isDeep(frame: string): boolean {
  let depth = 0;
  for (const character of frame) {
    if (character === '[' || character === '{') {
      depth += 1;
      if (depth > DEEPEST_JSON) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

import pg from 'pg';

/** A value as it travels to the client. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | { readonly [key: string]: unknown };

const { builtins } = pg.types;

/** By the number of the type; every other type stays text. */
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

/** Deeper JSON stays text: writing it out again would need a stack as deep. */
const DEEPEST_JSON = 500;

/**
 * Reads a value from the server's text. Whatever a JavaScript number cannot hold exactly (numeric,
 * bigint, NaN) stays text, times become ISO 8601 with the offset they were given in, JSON becomes
 * itself, and every other type stays as PostgreSQL writes it.
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

/** 'infinity', years before Christ and offsets with seconds stay as they are. */
function isoTime(text: string): string {
  const parts = TIME.exec(text);
  if (!parts) return text;
  const [, day = '', time = '', hours, minutes = '00'] = parts;
  return `${day}T${time}${hours === undefined ? '' : `${hours}:${minutes}`}`;
}

function json(text: string): Cell {
  if (isDeep(text) || hasLongNumber(text)) return text;
  const value: unknown = JSON.parse(text);
  return isCell(value) ? value : text;
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

const STRING = /"(?:[^"\\]|\\.)*"/g;
/** More digits than a JavaScript number keeps, or an exponent that may be too large for it. */
const LONG_NUMBER = /\d(?:\.?\d){15}|\d[eE]/;

function hasLongNumber(text: string): boolean {
  return LONG_NUMBER.test(text) && LONG_NUMBER.test(text.replaceAll(STRING, '""'));
}

function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > DEEPEST_JSON) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

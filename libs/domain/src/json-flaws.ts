import { keepsPrecision } from './exact-numbers.js';

/** Text that JSON.parse silently reads as something else. */
export type JsonFlaw =
  /** A number that a double cannot represent. */
  | { readonly kind: 'inexact-number'; readonly pointer: string; readonly literal: string }
  /** A key that occurs more than once in its object; JSON.parse keeps the last value. */
  | { readonly kind: 'repeated-key'; readonly pointer: string };

/**
 * What no row of a file may have: text that no column can store, in a string or in a key, which has the pointer of
 * its object, or an id with an exponent, which has lost its last digits.
 */
export interface RowFlaw {
  readonly kind: 'nul' | 'lone-surrogate' | 'shortened-id';
  readonly pointer: string;
}

/** Why a value cannot be stored. */
export const VALUE_FLAWS: Readonly<Record<(JsonFlaw | RowFlaw)['kind'], string>> = {
  'inexact-number': 'is a number that cannot be stored without losing precision',
  'shortened-id':
    'is an id that a spreadsheet or a program has shortened to an exponent: write all of its digits, in a spreadsheet as whole numbers or text',
  'repeated-key': 'is repeated',
  nul: 'contains a NUL character',
  'lone-surrogate': 'contains half of a surrogate pair',
};

/** An enclosing container: the index in an array, or the keys of an object so far. */
type Step = number | ObjectStep;

interface ObjectStep {
  /** Null before the first key. */
  key: string | null;
  /** Whether each key was repeated; null before the first key. */
  seen: Map<string, boolean> | null;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MAX_FOUND = 20;
const MAX_POINTER = 1000;
/**
 * A double represents any 15 digits in this range of exponents: most numbers need no comparison.
 */
const ALWAYS_EXACT = /^[^eE]{1,15}(?:[eE][+-]?(?:\d{1,2}|1\d\d|2[0-8]\d))?$/;

/**
 * The first flaws in a text that JSON.parse accepts, at any depth. Each has a JSON pointer; a very
 * long one is replaced with that of the whole text.
 * @param ids the pointers of ids in a row of a file, whose other flaws are then found, too
 */
export function jsonFlaws(text: string): JsonFlaw[];
export function jsonFlaws(text: string, ids: RegExp): (JsonFlaw | RowFlaw)[];
export function jsonFlaws(text: string, ids?: RegExp): (JsonFlaw | RowFlaw)[] {
  const found: (JsonFlaw | RowFlaw)[] = [];
  const path: Step[] = [];
  let at = 0;
  while (at < text.length && found.length < MAX_FOUND) {
    const character = text[at] ?? '';
    const container = path.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      const isKey = typeof container === 'object' && container.key === null;
      const value = isKey || ids ? stringIn(text, at, end) : '';
      if (ids) found.push(...textFlaws(value, isKey ? path.slice(0, -1) : path));
      if (isKey) {
        container.key = value;
        if (isFirstRepeat(container, container.key)) {
          found.push({ kind: 'repeated-key', pointer: pointerTo(path) });
        }
      }
      at = end;
      continue;
    }
    if (character === '-' || (character >= '0' && character <= '9')) {
      const literal = numberAt(text, at);
      if (ids && /e/i.test(literal) && ids.test(pointerTo(path))) {
        found.push({ kind: 'shortened-id', pointer: pointerTo(path) });
      } else if (!ALWAYS_EXACT.test(literal) && !keepsPrecision(literal)) {
        found.push({ kind: 'inexact-number', pointer: pointerTo(path), literal });
      }
      at += literal.length;
      continue;
    }
    if (character === '{') path.push({ key: null, seen: null });
    else if (character === '[') path.push(0);
    else if (character === '}' || character === ']') path.pop();
    else if (character === ',') {
      if (typeof container === 'object') container.key = null;
      else if (container !== undefined) path[path.length - 1] = container + 1;
    }
    at++;
  }
  return found;
}

function textFlaws(value: string, path: readonly Step[]): RowFlaw[] {
  const flaws: RowFlaw[] = [];
  if (value.includes('\0')) flaws.push({ kind: 'nul', pointer: pointerTo(path) });
  if (/\p{Surrogate}/u.test(value))
    flaws.push({ kind: 'lone-surrogate', pointer: pointerTo(path) });
  return flaws;
}

function isFirstRepeat(object: ObjectStep, key: string): boolean {
  object.seen ??= new Map();
  const wasRepeated = object.seen.get(key);
  object.seen.set(key, wasRepeated !== undefined);
  return wasRepeated === false;
}

/** Not a regular expression: it overflows the stack on strings of millions of characters. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Fast path: most keys contain no escapes. */
function stringIn(text: string, start: number, end: number): string {
  const spelled = text.slice(start + 1, end - 1);
  return spelled.includes('\\') ? String(JSON.parse(text.slice(start, end))) : spelled;
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? '';
}

function pointerTo(path: readonly Step[]): string {
  let pointer = '';
  for (const step of path) {
    const name = typeof step === 'number' ? String(step) : (step.key ?? '');
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (pointer.length > MAX_POINTER) return '';
  }
  return pointer;
}

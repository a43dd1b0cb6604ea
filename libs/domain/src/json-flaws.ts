import { keepsPrecision } from './exact-numbers.js';

/** What JSON.parse reads as something else than was meant: it says nothing of it. */
export type JsonFlaw =
  /** A number whose value a double does not keep. */
  | { readonly kind: 'inexact-number'; readonly pointer: string; readonly literal: string }
  /** A key that its object has more than once; only the last would count. */
  | { readonly kind: 'repeated-key'; readonly pointer: string };

/** Around the place that is read: the index in a list, or what an object has had of keys. */
type Step = number | ObjectStep;

interface ObjectStep {
  /** Null ahead of a key. */
  key: string | null;
  /** Whether it was repeated; null until there is one. */
  seen: Map<string, boolean> | null;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MAX_FOUND = 20;
const MAX_POINTER = 1000;
/** A double keeps any 15 digits, well within its range. Spares most numbers the comparison. */
const SURELY_KEPT = /^[^eE]{1,15}(?:[eE][+-]?(?:\d{1,2}|1\d\d|2[0-8]\d))?$/;

/**
 * The first flaws in text that JSON.parse has accepted, however deeply it is nested. Each has a
 * JSON pointer; that of the whole text when it would be very long.
 */
export function jsonFlaws(text: string): JsonFlaw[] {
  const found: JsonFlaw[] = [];
  const around: Step[] = [];
  let at = 0;
  while (at < text.length && found.length < MAX_FOUND) {
    const character = text[at] ?? '';
    const inner = around.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      if (typeof inner === 'object' && inner.key === null) {
        inner.key = stringIn(text, at, end);
        if (isFirstRepeat(inner, inner.key)) {
          found.push({ kind: 'repeated-key', pointer: pointerTo(around) });
        }
      }
      at = end;
      continue;
    }
    if (character === '-' || (character >= '0' && character <= '9')) {
      const literal = numberAt(text, at);
      const isKept = SURELY_KEPT.test(literal) || keepsPrecision(literal);
      if (!isKept) found.push({ kind: 'inexact-number', pointer: pointerTo(around), literal });
      at += literal.length;
      continue;
    }
    if (character === '{') around.push({ key: null, seen: null });
    else if (character === '[') around.push(0);
    else if (character === '}' || character === ']') around.pop();
    else if (character === ',') {
      if (typeof inner === 'object') inner.key = null;
      else if (inner !== undefined) around[around.length - 1] = inner + 1;
    }
    at++;
  }
  return found;
}

function isFirstRepeat(object: ObjectStep, key: string): boolean {
  object.seen ??= new Map();
  const wasRepeated = object.seen.get(key);
  object.seen.set(key, wasRepeated !== undefined);
  return wasRepeated === false;
}

/** By hand: a regular expression runs out of stack on strings of millions of characters. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Most keys are spelled without escapes. */
function stringIn(text: string, start: number, end: number): string {
  const spelled = text.slice(start + 1, end - 1);
  return spelled.includes('\\') ? String(JSON.parse(text.slice(start, end))) : spelled;
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? '';
}

function pointerTo(around: readonly Step[]): string {
  let pointer = '';
  for (const step of around) {
    const name = typeof step === 'number' ? String(step) : (step.key ?? '');
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (pointer.length > MAX_POINTER) return '';
  }
  return pointer;
}

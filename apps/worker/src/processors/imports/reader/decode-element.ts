import { isAscii, isUtf8 } from 'node:buffer';
import type { NumberFlaw } from '@portal/domain/csv-tasks';
import { type JsonFlaw, jsonFlaws, type RowFlaw } from '@portal/domain/json-flaws';
import type { ElementFacts } from './element-splitter.js';
import { isObject, type Report } from './unknown-fields.js';

/** Why a value cannot be stored. */
export const FLAW_REASONS: Readonly<Record<(JsonFlaw | RowFlaw)['kind'] | NumberFlaw, string>> = {
  'inexact-number': 'is a number that cannot be stored without losing precision',
  'shortened-id':
    'is an id that a spreadsheet or a program has shortened to an exponent: write all of its digits, in a spreadsheet as whole numbers or text',
  'repeated-key': 'is repeated',
  nul: 'contains a NUL character',
  'lone-surrogate': 'contains half of a surrogate pair',
};

/** The ids of a row and of its reviews. */
const IDS = /^(?:\/reviews\/\d+)?\/[a-z_]+_id$/;

/**
 * The value of one element, or undefined after reporting its errors. JSON.parse checks the syntax but
 * accepts repeated keys, numbers that lose precision, and strings that no text column can store. Only
 * elements that may contain these are inspected for them.
 */
export function decodeElement(
  bytes: Buffer,
  start: number,
  end: number,
  facts: ElementFacts,
  report: Report,
): unknown {
  const part = bytes.subarray(start, end);
  const ascii = isAscii(part);
  if (!ascii && !isUtf8(part)) {
    report('', 'is not valid UTF-8');
    return undefined;
  }
  const text = part.toString(ascii ? 'latin1' : 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    report('', `is not valid JSON: ${reasonOf(error)}`);
    return undefined;
  }
  if (!facts.suspicious && countKeys(value) === facts.keys) return value;
  const flaws = jsonFlaws(text, IDS);
  for (const { kind, pointer } of flaws) report(pointer.slice(1), FLAW_REASONS[kind]);
  return flaws.length === 0 ? value : undefined;
}

/** Keys of all objects within a parsed value; a repeated key counts once. */
function countKeys(value: unknown): number {
  let count = 0;
  if (isObject(value)) {
    for (const key in value) {
      count++;
      const member = value[key];
      if (typeof member === 'object') count += countKeys(member);
    }
  } else if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item);
  }
  return count;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/ is not valid JSON$/, '') : 'unreadable';
}

import { isAscii, isUtf8 } from 'node:buffer';
import type { FormatSettings } from '@portal/contracts/file-formats';
import { isObject } from '@portal/contracts/objects';
import { jsonFlaws, VALUE_FLAWS } from '@portal/domain/json-flaws';
import type { Report } from '../task-row.js';
import type { ElementFacts } from './element-splitter.js';

/** The ids of a row and of its reviews. */
export const IDS = /^(?:\/reviews\/\d+)?\/[a-z_]+_id$/;

/** The pointers of the values that a file format reads as ids. */
export function idsOfColumns({ fields, review }: FormatSettings): RegExp {
  const columns = [...Object.entries(fields), ...Object.entries(review)].flatMap(
    ([field, source]) => (field.endsWith('_id') && 'columns' in source ? source.columns : []),
  );
  const pointers = columns.flatMap((column) => [`/${column}`, `/${column.replaceAll('.', '/')}`]);
  return new RegExp(`^(?:${pointers.map(escaped).join('|')})$`);
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

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
  ids = IDS,
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
  const flaws = jsonFlaws(text, ids);
  for (const { kind, pointer } of flaws) report(pointer.slice(1), VALUE_FLAWS[kind]);
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

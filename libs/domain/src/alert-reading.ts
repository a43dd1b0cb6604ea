import { type AlertTake, MAX_ALERT_KEYS } from '@portal/contracts/alerts';
import type { Reading } from './alerts.js';
import { isNumeric } from './numeric-types.js';

/** The result of a statistic; numbers that are not exact in JavaScript are texts. */
export interface ReadRows {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly data: readonly (readonly unknown[])[];
  readonly truncated: boolean;
}

export interface AlertColumns {
  readonly take: AlertTake;
  readonly column_name: string | null;
  readonly key_column: string | null;
}

/** `misfit`: the statistic has no such column any more; `error`: this result cannot be judged. */
export type Read =
  | { readonly reading: Reading }
  | { readonly misfit: string }
  | { readonly error: string };

/** The value of each key in the result of a statistic. */
export function readingOf(result: ReadRows, { take, column_name, key_column }: AlertColumns): Read {
  const at = placeOf(result, column_name);
  const keyAt = placeOf(result, key_column);
  for (const found of [at, keyAt]) if (typeof found === 'string') return { misfit: found };
  if (typeof at === 'number' && !isNumeric(result.columns[at]?.type ?? '')) {
    return { misfit: `the column \`${column_name ?? ''}\` has no numbers` };
  }
  if (result.truncated) return { error: 'The statistic has more rows than an alert can read' };
  const reading = new Map<string, number | null>();
  if (keyAt === null && take === 'rows') reading.set('', 0);
  for (const row of result.data) {
    const key = typeof keyAt === 'number' ? nameOf(row[keyAt]) : '';
    add(reading, key, take, typeof at === 'number' ? numberOf(row[at]) : 1);
  }
  if (keyAt === null && !reading.has('')) reading.set('', null);
  if (reading.size > MAX_ALERT_KEYS) {
    return { error: `The key column has more than ${MAX_ALERT_KEYS} values` };
  }
  return { reading };
}

function add(
  reading: Map<string, number | null>,
  key: string,
  take: AlertTake,
  value: number | null,
): void {
  const before = reading.get(key);
  if (before === undefined) reading.set(key, value);
  // Of several rows of a key the first counts.
  else if (take !== 'value') reading.set(key, before === null ? value : before + (value ?? 0));
}

/** Null without such a column in the alert; a text says why the statistic has none. */
function placeOf({ columns }: ReadRows, name: string | null): number | string | null {
  if (name === null) return null;
  const places = columns.flatMap((column, at) => (column.name === name ? [at] : []));
  const [place] = places;
  if (place === undefined) return `the column \`${name}\` is gone`;
  return places.length === 1 ? place : `several columns are called \`${name}\``;
}

function nameOf(cell: unknown): string {
  if (cell === null || cell === undefined) return 'null';
  return (typeof cell === 'string' ? cell : JSON.stringify(cell)).slice(0, 200);
}

function numberOf(cell: unknown): number | null {
  const value = typeof cell === 'string' ? Number(cell) : cell;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

import type { AGGREGATION_METHODS } from '@portal/contracts/constants';
import type { ResultGroup } from '@portal/contracts/custom-stats';
import BigDecimal from 'big.js';
import type { Cell } from '../../sandbox/cell.js';
import type { Column, Row } from '../../sandbox/sandbox-query.js';
import { isNumeric } from './numeric-types.js';

export type AggregationMethod = (typeof AGGREGATION_METHODS)[number];

export interface Aggregates {
  readonly aggregated_data: ResultGroup[];
  readonly grand_totals: Cell[];
}

/** Digits after the point of an average that does not end. */
const AVERAGE_DIGITS = 20;
/**
 * Groups rows by a column, in the order in which its values come, with a subtotal of each other
 * column and the totals of all rows: exact decimals as text. `count` counts what is not null; the
 * other methods apply to numbers, and give null where there are none.
 * @param by index of the column
 */
export function aggregate(
  columns: readonly Column[],
  rows: readonly Row[],
  by: number,
  method: AggregationMethod,
): Aggregates {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(row[by]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const totals = (of: readonly Row[]): Cell[] =>
    columns.map(({ type }, at) => (at === by ? null : total(of, at, type, method)));
  return {
    aggregated_data: [...groups.values()].map((group) => ({
      group_key: group[0]?.[by] ?? null,
      group_data: group.map((row) => [...row]),
      row_count: group.length,
      subtotals: totals(group),
    })),
    grand_totals: totals(rows),
  };
}

function total(rows: readonly Row[], at: number, type: string, method: AggregationMethod): Cell {
  const values = rows.map((row) => row[at] ?? null).filter((value) => value !== null);
  if (method === 'count') return values.length;
  if (!isNumeric(type) || values.length === 0) return null;
  const texts = values.map(String);
  return method === 'max' || method === 'min' ? extreme(texts, method) : sumUp(texts, method);
}

/** As PostgreSQL has it: a lone infinity or NaN stays, several kinds of them make NaN. */
function sumUp(texts: readonly string[], method: 'sum' | 'avg'): string {
  const [endless, ...more] = new Set(texts.filter((text) => rankOf(text) !== 0));
  if (endless !== undefined) return more.length > 0 ? 'NaN' : endless;
  const sum = texts.map((text) => new Decimal(text)).reduce((all, each) => all.plus(each));
  return (method === 'sum' ? sum : sum.div(texts.length)).toFixed();
}

function extreme(texts: readonly string[], method: 'max' | 'min'): string {
  const rank = Math[method](...texts.map(rankOf));
  const [first = '', ...others] = texts.filter((text) => rankOf(text) === rank);
  if (rank !== 0) return first;
  return others
    .map((text) => new Decimal(text))
    .reduce((best, each) => (each.cmp(best) === SIGN[method] ? each : best), new Decimal(first))
    .toFixed();
}

const SIGN = { max: 1, min: -1 } as const;

/** PostgreSQL's order: NaN comes after everything. */
function rankOf(text: string): number {
  return { NaN: 2, Infinity: 1, '-Infinity': -1 }[text] ?? 0;
}

const Decimal = BigDecimal();
Decimal.DP = AVERAGE_DIGITS;

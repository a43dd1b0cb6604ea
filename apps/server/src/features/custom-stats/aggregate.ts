import type { AGGREGATION_METHODS } from '@portal/contracts/constants';
import type { ResultGroup } from '@portal/contracts/custom-stats';
import BigDecimal from 'big.js';
import { ProblemException } from '../../problems/problem.js';
import type { Cell } from '../../sandbox/cell.js';
import type { Column, Row } from '../../sandbox/sandbox-query.js';
import { isNumeric } from '@portal/domain/numeric-types';

export type AggregationMethod = (typeof AGGREGATION_METHODS)[number];

export interface Aggregates {
  readonly aggregated_data: ResultGroup[];
  readonly grand_totals: Cell[];
}

/** Decimal places of a repeating average. */
const AVERAGE_DIGITS = 20;
/**
 * Total digits of the numbers in one result; each counts for its group and for the grand total. A
 * float8 of six characters can have 308 digits, so a result within its size limit could take
 * minutes.
 */
const MAX_DIGITS = 5_000_000;
/** Minimum cost of a number, in digits. */
const MIN_DIGITS_PER_NUMBER = 8;

/** Why rows cannot be grouped by the column of this name; undefined if exactly one has it. */
export function wrongGrouping(names: readonly string[], by: string): string | undefined {
  const found = names.filter((name) => name === by).length;
  if (found === 0) return `must be a column of the result: ${names.join(', ')}`;
  if (found === 1) return undefined;
  return `is the name of ${found} columns of the result; give each a name of its own with AS`;
}

/**
 * Groups rows by a column, in the order of its values, with subtotals of each other column and
 * grand totals, as exact decimal text. `count` counts non-null values; the other methods apply to
 * numbers and return null without any.
 * @param by index of the column
 * @throws {ProblemException} `query-too-large` if the numbers have too many digits
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
  let digits = 0;
  const spend = (count: number): void => {
    digits += count;
    if (digits > MAX_DIGITS) throw tooLarge();
  };
  const totals = (of: readonly Row[]): Cell[] =>
    columns.map(({ type }, at) => (at === by ? null : total(of, at, type, method, spend)));
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

function total(
  rows: readonly Row[],
  at: number,
  type: string,
  method: AggregationMethod,
  spend: (digits: number) => void,
): Cell {
  spend(rows.length);
  const values = rows.map((row) => row[at] ?? null).filter((value) => value !== null);
  if (method === 'count') return values.length;
  if (!isNumeric(type) || values.length === 0) return null;
  const texts = values.map(String);
  spend(
    texts.length *
      texts.reduce((max, text) => Math.max(max, digitsOf(text)), MIN_DIGITS_PER_NUMBER),
  );
  return method === 'max' || method === 'min' ? extreme(texts, method) : sumUp(texts, method);
}

/** An upper bound of the digits without an exponent. */
function digitsOf(text: string): number {
  const exponent = text.indexOf('e');
  return text.length + (exponent < 0 ? 0 : Math.abs(Number(text.slice(exponent + 1))));
}

function tooLarge(): ProblemException {
  return new ProblemException(
    'query-too-large',
    'The numbers are too many or too long to be aggregated; select fewer rows or columns',
  );
}

/** As in PostgreSQL: one infinity or NaN stays; different ones give NaN. */
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

/** As in PostgreSQL: NaN sorts last. */
function rankOf(text: string): number {
  return { NaN: 2, Infinity: 1, '-Infinity': -1 }[text] ?? 0;
}

const Decimal = BigDecimal();
Decimal.DP = AVERAGE_DIGITS;

import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { isNumeric } from '@portal/domain/numeric-types';
import { statusTitle } from '@portal/domain/statuses';
import type { TextSeries } from '../../../charts/category-chart';
import { seriesColor } from '../../../charts/palette';
import { formatDay, formatExact } from '../../../lib/format';
import { cellText } from './cell-text';

/** A result as series over categories. */
export interface ChartData {
  readonly labels: readonly string[];
  readonly series: readonly TextSeries[];
}

/**
 * The numeric columns over the text of the others, or with aggregation the subtotals of the groups.
 * Null if nothing is numeric. The doubles only position what is drawn; texts are exact.
 */
export function chartDataOf(result: CustomStatResult): ChartData | null {
  return result.aggregated_data === null
    ? ofRows(result)
    : ofGroups(result, result.aggregated_data);
}

/** The series by unit: minutes, hours and counts have no scale in common. */
export function byUnit(series: readonly TextSeries[]): readonly (readonly TextSeries[])[] {
  const units = new Map<string, TextSeries[]>();
  for (const one of series) {
    const unit = unitOf(one.label);
    units.set(unit, [...(units.get(unit) ?? []), one]);
  }
  return [...units.values()];
}

/** Words in the name of a column that are a unit of time. */
const UNITS: readonly (readonly [string, RegExp])[] = [
  ['seconds', /^(s|secs?|seconds?)$/],
  ['minutes', /^(mins?|minutes?|durations?|aht)$/],
  ['hours', /^(h|hours?)$/],
];

function unitOf(name: string): string {
  const words = name.toLowerCase().split(/[^a-z]+/);
  return UNITS.find(([, word]) => words.some((one) => word.test(one)))?.[0] ?? 'count';
}

type Groups = NonNullable<CustomStatResult['aggregated_data']>;

function ofGroups({ columns }: CustomStatResult, groups: Groups): ChartData {
  const labels = groups.map(({ group_key }) => chartText(group_key));
  const series = columns.flatMap(({ name }, at) => {
    const cells = groups.map(({ subtotals }) => subtotals[at] ?? null);
    return cells.every((cell) => cell === null) ? [] : [{ name, cells }];
  });
  const counts = { name: 'Rows', cells: groups.map(({ row_count }) => row_count) };
  return { labels, series: (series.length === 0 ? [counts] : series).map(seriesOf) };
}

function ofRows({ columns, data }: CustomStatResult): ChartData | null {
  const numeric = columns.flatMap(({ type }, at) => (isNumeric(type) ? [at] : []));
  const texts = columns.flatMap(({ type }, at) => (isNumeric(type) ? [] : [at]));
  if (numeric.length === 0) return null;
  // Without a text the first number names the categories, unless it is the only column.
  const [first = 0, ...rest] = numeric;
  const named = texts.length > 0 ? texts : rest.length > 0 ? [first] : [];
  const drawn = texts.length > 0 || rest.length === 0 ? numeric : rest;
  const labels = data.map((row, index) =>
    named.length === 0
      ? `Row ${index + 1}`
      : named.map((at) => chartText(row[at], columns[at])).join(' · '),
  );
  const series = drawn.map((at) => ({
    name: columns[at]?.name ?? '',
    cells: data.map((row) => row[at] ?? null),
  }));
  return { labels, series: series.map(seriesOf) };
}

interface NamedCells {
  readonly name: string;
  readonly cells: readonly unknown[];
}

function seriesOf({ name, cells }: NamedCells, at: number): TextSeries {
  return {
    // Names of columns can repeat.
    key: `${at} ${name}`,
    label: name,
    color: seriesColor(at),
    values: cells.map(drawnNumber),
    texts: cells.map((cell) => chartText(cell, { name, type: 'numeric' })),
  };
}

/** Null for null, NaN and infinity. */
function drawnNumber(cell: unknown): number | null {
  if (cell === null || cell === '') return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

type Column = CustomStatResult['columns'][number];

/** The server sends instants in the reporting zone, so their text has the day and the time there. */
const DAY_AND_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::[\d.]+)?(?:Z|[+-][\d:]+)?)?$/;
const MIDNIGHT = '00:00';

/**
 * A value of a result on a chart: days and statuses by their names, numbers with separators and all
 * of their digits.
 * @param column undefined for the key of a group
 */
function chartText(cell: unknown, column?: Column): string {
  if (cell === null) return 'null';
  const text = cellText(cell);
  if (column && isNumeric(column.type)) return formatExact(text);
  if (column?.name === 'status') return statusTitle(text);
  const [, day, time = MIDNIGHT] = DAY_AND_TIME.exec(text) ?? [];
  if (day === undefined) return text;
  return time === MIDNIGHT ? formatDay(day) : `${formatDay(day)}, ${time}`;
}

import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { isNumeric } from '@portal/domain/numeric-types';
import type { TextSeries } from '../../../charts/category-chart';
import { seriesColor } from '../../../charts/palette';
import { formatExact } from '../../../lib/format';
import { isKnownStatus, statusColor } from '../../../ui/status-color';
import { cellText } from './cell-text';
import { isAmount, isStatus, namesOf } from './category-names';

/** A result as series over categories. */
export interface ChartData {
  readonly labels: readonly string[];
  /** Short labels for the axis, which are left out rather than cut; those of days and times. */
  readonly ticks: readonly string[] | undefined;
  readonly series: readonly TextSeries[];
  /** The colours of the categories, if they are statuses. */
  readonly colors: readonly string[] | undefined;
}

/**
 * The numeric columns over the text of the others, or with aggregation the subtotals of the groups.
 * Null if nothing is numeric. The doubles only position what is drawn; texts are exact.
 */
export function chartDataOf(result: CustomStatResult, groupedBy?: string | null): ChartData | null {
  return result.aggregated_data === null
    ? ofRows(result)
    : ofGroups(result, result.aggregated_data, groupedBy);
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

function ofGroups(
  { columns }: CustomStatResult,
  groups: Groups,
  groupedBy: string | null | undefined,
): ChartData {
  const keys = groups.map(({ group_key }) => group_key);
  const by = columns.filter(({ name }) => name === groupedBy);
  const names = { ...namesOf([keys], by), colors: colorsOf(keys, by) };
  const totals = columns.map((column, at) => ({
    column,
    cells: groups.map(({ subtotals }) => subtotals[at] ?? null),
  }));
  // Only a count has values for texts, and it is an amount for every column.
  const isCount = totals.some(({ column, cells }) => !isNumeric(column.type) && hasValue(cells));
  const series = totals
    .filter(({ column, cells }) => hasValue(cells) && (isCount || isAmount(column)))
    .map(({ column, cells }) => ({ name: column.name, cells }));
  const counts = { name: 'Rows', cells: groups.map(({ row_count }) => row_count) };
  return { ...names, series: (series.length === 0 ? [counts] : series).map(seriesOf) };
}

function hasValue(cells: readonly unknown[]): boolean {
  return cells.some((cell) => cell !== null);
}

function ofRows({ columns, data }: CustomStatResult): ChartData | null {
  const all = columns.map((column, at) => ({
    ...column,
    cells: data.map((row) => row[at] ?? null),
  }));
  const amounts = all.filter(isAmount);
  const names = all.filter((column) => !isAmount(column));
  // Without a name the first amount names the categories, unless it is the only column.
  const isNamed = names.length > 0 || amounts.length < 2;
  const drawn = isNamed ? amounts : amounts.slice(1);
  if (drawn.length === 0) return null;
  const naming = isNamed ? names : amounts.slice(0, 1);
  const labels = data.map((_, index) => `Row ${index + 1}`);
  const [first] = naming;
  const named =
    first === undefined
      ? { labels, ticks: undefined, colors: undefined }
      : {
          ...namesOf(
            naming.map(({ cells }) => cells),
            naming,
          ),
          colors: colorsOf(first.cells, naming),
        };
  return { ...named, series: drawn.map(seriesOf) };
}

/** The colours of statuses, the same as everywhere; undefined for other names. */
function colorsOf(
  cells: readonly unknown[],
  columns: readonly CustomStatResult['columns'][number][],
): readonly string[] | undefined {
  if (columns.length !== 1 || !isStatus(columns[0])) return undefined;
  return cells.map((cell) => statusColor(cellText(cell)));
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
    color: isKnownStatus(name) ? statusColor(name) : seriesColor(at),
    values: cells.map(drawnNumber),
    texts: cells.map((cell) => (cell === null ? 'null' : formatExact(cellText(cell)))),
  };
}

/** Null for null, NaN and infinity. */
function drawnNumber(cell: unknown): number | null {
  if (cell === null || cell === '') return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

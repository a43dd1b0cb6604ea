import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { isNumeric } from '@portal/domain/numeric-types';
import { statusTitle } from '@portal/domain/statuses';
import { formatDay, formatExact, formatMonthDay } from '../../../lib/format';
import { cellName, cellText } from './cell-text';

export type Column = CustomStatResult['columns'][number];

/** Names of numbers that tell which one, not how many: 'year', 'completed_week', 'task_id'. */
const CATEGORY =
  /^(?:(?:iso|calendar|fiscal|reporting|activity|created|updated|completed|reviewed|submitted|started|delivered)[ _]?)?(?:year|quarter|month|week|day|hour|weekday|dow|isodow|doy|(?:week|month|year|quarter)[ _](?:no|number)|(?:day|week|month)[ _]of[ _](?:week|month|year)|hour[ _]of[ _]day)$|(?:^|[ _])id$/i;

/** Whether the numbers of a column are amounts, which have a height on a chart. */
export function isAmount({ name, type }: Column): boolean {
  return isNumeric(type) && !CATEGORY.test(name);
}

interface CategoryNames {
  readonly labels: readonly string[];
  readonly ticks: readonly string[] | undefined;
}

/**
 * The categories of a chart, by the cells of one or more columns.
 */
export function namesOf(
  cells: readonly (readonly unknown[])[],
  columns: readonly Column[] = [],
): CategoryNames {
  const names = cells.map((column, at) => namesOfColumn(column, columns[at]));
  const [first] = names;
  const labels = (first?.labels ?? []).map((_, row) =>
    names.map((column) => column.labels[row] ?? '').join(' · '),
  );
  return { labels, ticks: names.length === 1 ? first?.ticks : undefined };
}

function namesOfColumn(cells: readonly unknown[], column?: Column): CategoryNames {
  const instants = cells.map(instantOf);
  const found = instants.filter((one) => one !== undefined);
  const other = (cell: unknown): string => nameOf(cell, column);
  if (found.length === 0) return { labels: cells.map(other), ticks: undefined };

  // Midnight is a time among other times, and else it is the day.
  const hasTimes = found.some(({ time }) => time !== MIDNIGHT);
  const days = new Set(found.map(({ day }) => day));
  const offsets = new Map<string, Set<string>>();
  for (const { day, time, offset } of found) {
    const key = `${day} ${time}`;
    offsets.set(key, (offsets.get(key) ?? new Set()).add(offset));
  }
  const timeOf = ({ day, time, offset }: Instant): string => {
    // An hour that a clock change repeats.
    const isTwice = (offsets.get(`${day} ${time}`)?.size ?? 0) > 1;
    return isTwice ? `${time} (UTC${offset})` : time;
  };
  const each = (textOf: (instant: Instant) => string): string[] =>
    instants.map((instant, at) => (instant ? textOf(instant) : other(cells[at])));
  if (!hasTimes) return both(each(({ day }) => formatDay(day)));
  return {
    labels: each((instant) => `${formatDay(instant.day)}, ${timeOf(instant)}`),
    ticks: each((instant) =>
      days.size === 1 ? timeOf(instant) : `${formatMonthDay(instant.day)}, ${timeOf(instant)}`,
    ),
  };
}

function both(labels: readonly string[]): CategoryNames {
  return { labels, ticks: labels };
}

/** Whether the cells of a column are statuses of tasks. */
export function isStatus(column?: Column): boolean {
  return column?.name === 'status';
}

/** Statuses by their titles; numbers with separators, unless they are years or ids. */
export function nameOf(cell: unknown, column?: Column): string {
  if (cell === null || column === undefined) return cellName(cell);
  if (isNumeric(column.type))
    return isAmount(column) ? formatExact(cellText(cell)) : cellText(cell);
  const name = cellName(cell);
  return isStatus(column) && name === cell ? statusTitle(name) : name;
}

interface Instant {
  readonly day: string;
  /** '14:05' */
  readonly time: string;
  /** '-08:00', empty without one. */
  readonly offset: string;
}

/** The server sends instants in the reporting zone, so their text has the day and the time there. */
const DAY_AND_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::[\d.]+)?(Z|[+-][\d:]+)?)?$/;
const MIDNIGHT = '00:00';

function instantOf(cell: unknown): Instant | undefined {
  if (typeof cell !== 'string') return undefined;
  const [, day, time = MIDNIGHT, offset = ''] = DAY_AND_TIME.exec(cell) ?? [];
  return day === undefined ? undefined : { day, time, offset };
}

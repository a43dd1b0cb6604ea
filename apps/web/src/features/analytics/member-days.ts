import type { PodStatsRow } from '@portal/contracts/task-stats';
import { memberTotals, type MemberTotal } from './members';
import type { MemberOrder, Metric } from './team-params';

/** The work of a member on each day, and how it changed. */
export interface MemberDays extends MemberTotal {
  /** One value per day; null for days that have not come. */
  readonly values: readonly (number | null)[];
  readonly total: number;
  /** The total less that of the same days of the period before; null while they are not loaded. */
  readonly change: number | null;
}

/** The days of a period, and those of the period before in the same places. */
export interface ComparedDays {
  readonly days: readonly string[];
  readonly before: readonly string[];
  /** YYYY-MM-DD */
  readonly today: string;
}

/**
 * A row per member with work in either period, in the order.
 * @param rowsBefore undefined while the period before is not loaded
 */
export function memberDays(
  rows: readonly PodStatsRow[],
  rowsBefore: readonly PodStatsRow[] | undefined,
  compared: ComparedDays,
  metric: Metric,
  order: MemberOrder,
): MemberDays[] {
  const { days, today } = compared;
  const known = sameDaysBefore(compared);
  const earlier = rowsBefore?.filter(({ date }) => known.has(date));
  const work = cells(rows, metric);
  const former = new Map(memberTotals(earlier ?? []).map((member) => [member.email, member]));
  const current = memberTotals(rows);
  const members = new Map([...former.values(), ...current].map((one) => [one.email, one]));
  const done = new Map(current.map((member) => [member.email, member[metric]]));
  return [...members.values()]
    .map((member): MemberDays => {
      const total = done.get(member.email) ?? 0;
      const before = former.get(member.email)?.[metric] ?? 0;
      const values = days.map(
        (day) => work.get(`${member.email} ${day}`) ?? (day > today ? null : 0),
      );
      return { ...member, values, total, change: earlier ? total - before : null };
    })
    .sort(comparing(order));
}

/** The sum of all members on each day. */
export function totalsByDay(
  rows: readonly PodStatsRow[],
  days: readonly string[],
  metric: Metric,
  today: string,
): (number | null)[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row.date, (sums.get(row.date) ?? 0) + valueOf(row, metric));
  return days.map((day) => sums.get(day) ?? (day > today ? null : 0));
}

/** The earlier days that are compared: as many as the period has had until today. */
function sameDaysBefore({ days, before, today }: ComparedDays): ReadonlySet<string> {
  return new Set(before.slice(0, days.filter((day) => day <= today).length));
}

function cells(rows: readonly PodStatsRow[], metric: Metric): Map<string, number> {
  return new Map(rows.map((row) => [`${row.email} ${row.date}`, valueOf(row, metric)]));
}

function valueOf(row: PodStatsRow, metric: Metric): number {
  return metric === 'tasks' ? row.task_count : row.total_turns;
}

function comparing(order: MemberOrder): (one: MemberDays, other: MemberDays) => number {
  const [by, direction] = order.split('_');
  const sign = direction === 'desc' ? -1 : 1;
  const byName = (one: MemberDays, other: MemberDays) => nameOf(one).localeCompare(nameOf(other));
  if (by === 'name') return (one, other) => sign * byName(one, other);
  const key = by === 'change' ? 'change' : 'total';
  return (one, other) => sign * ((one[key] ?? 0) - (other[key] ?? 0)) || byName(one, other);
}

function nameOf({ name, email }: MemberTotal): string {
  return name ?? email;
}

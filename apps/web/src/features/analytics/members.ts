import type { PodStatsRow } from '@portal/contracts/task-stats';
import { type Days, eachDay } from '@portal/domain/periods';
import { addDays, format, parseISO } from 'date-fns';
import type { TextSeries } from '../../charts/category-chart';
import { memberColor } from '../../charts/palette';
import { formatCount, formatMonthDay, formatWeekday, formatWeekdayOf } from '../../lib/format';
import type { Metric } from './team-params';

/** The work of one user in a period. */
export interface MemberTotal {
  readonly email: string;
  /** Null if the email has no account. */
  readonly name: string | null;
  readonly picture: string | null;
  readonly tasks: number;
  readonly turns: number;
}

/** The totals per user, by tasks, then turns, descending. */
export function memberTotals(rows: readonly PodStatsRow[]): MemberTotal[] {
  const byEmail = new Map<string, MemberTotal>();
  for (const { email, user, task_count: tasks, total_turns: turns } of rows) {
    const before = byEmail.get(email) ?? {
      email,
      name: user?.name ?? null,
      picture: user?.picture ?? null,
      tasks: 0,
      turns: 0,
    };
    byEmail.set(email, {
      ...before,
      tasks: before.tasks + tasks,
      turns: before.turns + turns,
    });
  }
  return [...byEmail.values()].sort(
    (a, b) => b.tasks - a.tasks || b.turns - a.turns || a.email.localeCompare(b.email),
  );
}

export interface Trends {
  readonly labels: readonly string[];
  /** Shorter labels for the axis. */
  readonly ticks: readonly string[];
  /** One per user. */
  readonly series: readonly TextSeries[];
  /** Of each series, formatted. */
  readonly totals: readonly string[];
}

/** The metric of each user on each day of the period; days after today have none. */
export function trendsOf(
  rows: readonly PodStatsRow[],
  days: readonly string[],
  metric: Metric,
  today: string,
): Trends {
  const valueOf = (row: PodStatsRow) => (metric === 'tasks' ? row.task_count : row.total_turns);
  const byCell = new Map(rows.map((row) => [`${row.email} ${row.date}`, valueOf(row)]));
  const members = memberTotals(rows);
  const series = members.map(({ email, name }, index) => {
    const values = days.map((day) => byCell.get(`${email} ${day}`) ?? (day > today ? null : 0));
    const texts = values.map((value) => (value === null ? '–' : formatCount(value)));
    const color = memberColor(index);
    return { key: email, label: name ?? email, color, values, texts };
  });
  return {
    labels: days.map((day) => formatWeekdayOf(day)),
    ticks: days.map(days.length > 7 ? formatMonthDay : formatWeekday),
    series,
    totals: members.map((member) => formatCount(member[metric])),
  };
}

/** The days until today; a week is whole. */
export function daysShown({ first, last }: Days, today: string): string[] {
  const week = format(addDays(parseISO(first), 6), 'yyyy-MM-dd');
  const end = today > week ? today : week;
  return eachDay({ first, last: end < last ? end : last });
}

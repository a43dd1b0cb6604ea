import type { UserTask } from '@portal/contracts/task-stats';
import { dayOf } from '@portal/domain/periods';
import { isDone } from '@portal/domain/statuses';
import { addDays, differenceInCalendarDays, format, parseISO } from 'date-fns';
import type { DayRange } from './period';

export interface Totals {
  readonly tasks: number;
  readonly completed: number;
  /** Turns of the completed tasks. */
  readonly turns: number;
  /** Average minutes of the tasks with a duration; null if none has one. */
  readonly averageMinutes: number | null;
  readonly withDuration: number;
}

/** The figures of a list of tasks. */
export function totalsOf(tasks: readonly UserTask[]): Totals {
  const completed = tasks.filter(({ status }) => isDone(status));
  const durations = tasks.flatMap(({ duration_minutes }) => duration_minutes ?? []);
  return {
    tasks: tasks.length,
    completed: completed.length,
    turns: sum(completed.map(({ number_of_turns }) => number_of_turns)),
    averageMinutes: durations.length === 0 ? null : sum(durations) / durations.length,
    withDuration: durations.length,
  };
}

export interface WorkDay {
  /** YYYY-MM-DD in the reporting time zone. */
  readonly date: string;
  readonly tasks: number;
  readonly turns: number;
}

/**
 * Completed tasks and their turns for every day of the range, quiet days as zeros. An open start
 * is the first day with a task, an open end is today.
 */
export function workDays(
  tasks: readonly UserTask[],
  range: DayRange,
  { today, zone }: { readonly today: string; readonly zone: string },
): WorkDay[] {
  const byDay = new Map<string, { tasks: number; turns: number }>();
  for (const { status, completed_at, number_of_turns } of tasks) {
    if (completed_at === null || !isDone(status)) continue;
    const date = dayOf(new Date(completed_at), zone);
    const day = byDay.get(date) ?? { tasks: 0, turns: 0 };
    byDay.set(date, { tasks: day.tasks + 1, turns: day.turns + number_of_turns });
  }
  const known = [...byDay.keys()].toSorted();
  const first = range.start ?? known[0] ?? today;
  const last = range.end ?? today;
  const count = differenceInCalendarDays(parseISO(last), parseISO(first)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const date = format(addDays(parseISO(first), index), 'yyyy-MM-dd');
    return { date, ...(byDay.get(date) ?? { tasks: 0, turns: 0 }) };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

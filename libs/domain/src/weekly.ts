import { TZDate } from '@date-fns/tz';
import type { LEVELS, MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { Stamp } from '@portal/contracts/stamp';
import { addDays } from 'date-fns/addDays';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfWeek } from 'date-fns/startOfWeek';

const DAY = 'yyyy-MM-dd';
const WEEKDAYS = 5;
/** From this percentage on work approaches what is due. */
const WARNING_PERCENT = 85;
/** From this percentage on it is on target. */
const SUCCESS_PERCENT = 100;

/** One week, Monday to Sunday, in a time zone: its days, and the instants of its start and end. */
export interface Week {
  readonly start: string;
  readonly end: string;
  /** First instant of Monday. */
  readonly startsAt: Date;
  /** First instant of the next Monday. */
  readonly endsAt: Date;
}

/** Target of a pod for each weekday. */
export interface DailyTarget {
  readonly daily_tasks: number;
  readonly daily_turns: number;
}

export interface Work {
  readonly tasks: number;
  readonly turns: number;
}

export interface Progress {
  /** Percentage of the weekly target, by tasks or by turns, whichever is larger. */
  readonly percent: number;
  /** The same, of the work expected until today. */
  readonly pace: number;
  /** Null without a goal, and while nothing is due. */
  readonly level: (typeof LEVELS)[number] | null;
  /** The percentage that decides the level: of the weekly target or of what is due (`isOfWeek`). */
  readonly level_percent: number | null;
}

/** The week that contains `now`, in an IANA time zone. */
export function currentWeek(now: Date, zone: string): Week {
  const monday = startOfWeek(new TZDate(now.getTime(), zone), { weekStartsOn: 1 });
  return {
    start: format(monday, DAY),
    end: format(addDays(monday, 6), DAY),
    startsAt: new Date(monday.getTime()),
    endsAt: new Date(startOfDay(addDays(monday, 7)).getTime()),
  };
}

/** The week that starts on the given Monday (YYYY-MM-DD), in an IANA time zone. */
export function weekFrom(monday: string, zone: string): Week {
  const [year = 0, month = 1, day = 1] = monday.split('-').map(Number);
  return currentWeek(TZDate.tz(zone, year, month - 1, day, 12), zone);
}

/** The week of `now` and the ones before it, oldest first; `count` weeks in all. */
export function lastWeeks(count: number, now: Date, zone: string): Week[] {
  const { start } = currentWeek(now, zone);
  return Array.from({ length: count }, (_, index) =>
    weekFrom(format(addDays(parseISO(start), 7 * (index + 1 - count)), DAY), zone),
  );
}

/**
 * Weekdays of the week until `today` (YYYY-MM-DD), which is included: 0 before the week, 5 from
 * Friday on.
 */
export function weekdaysElapsed(week: Pick<Week, 'start'>, today: string): number {
  const days = differenceInCalendarDays(parseISO(today), parseISO(week.start)) + 1;
  return Math.min(Math.max(days, 0), WEEKDAYS);
}

/** The target of the whole week. */
export function weeklyTarget(target: DailyTarget): Work {
  return { tasks: target.daily_tasks * WEEKDAYS, turns: target.daily_turns * WEEKDAYS };
}

/** What a target asks for in a week so far. */
export interface Goal {
  /** The work of the whole week. */
  readonly weekly: Work;
  /** The work expected by the end of today. */
  readonly expected: Work;
  /** The same without today: nothing on a Monday, the whole target for a past week. */
  readonly due: Work;
}

/** The goal as of `today` (YYYY-MM-DD). */
export function goalOn(target: DailyTarget, week: Pick<Week, 'start'>, today: string): Goal {
  const workOf = (days: number) => ({
    tasks: target.daily_tasks * days,
    turns: target.daily_turns * days,
  });
  const yesterday = format(addDays(parseISO(today), -1), DAY);
  return {
    weekly: weeklyTarget(target),
    expected: workOf(weekdaysElapsed(week, today)),
    due: workOf(weekdaysElapsed(week, yesterday)),
  };
}

/**
 * Progress of a user. Percentages are cut to one decimal, not rounded: 100 means that the target is
 * reached.
 */
export function progressOf(done: Work, goal: Goal | null): Progress {
  if (goal === null) return { percent: 0, pace: 0, level: null, level_percent: null };
  const percent = largerPercent(done, goal.weekly);
  const level = levelOf(done, goal);
  return {
    percent,
    pace: largerPercent(done, goal.expected),
    level,
    level_percent:
      level === null ? null : isOfWeek({ percent }, goal) ? percent : largerPercent(done, goal.due),
  };
}

/** Whether the weekly target decides a level, and not what is due by now. */
export function isOfWeek({ percent }: Pick<Progress, 'percent'>, { weekly, due }: Goal): boolean {
  return percent >= SUCCESS_PERCENT || (due.tasks >= weekly.tasks && due.turns >= weekly.turns);
}

/** Work and targets of the members of a pod in one week. */
interface PodWork extends Stamp {
  readonly target: DailyTarget | null;
  readonly members: readonly (Omit<MemberProgress, keyof Progress | 'goal'> & {
    /** Null if the target of the pod holds for the member. */
    readonly own_target: DailyTarget | null;
  })[];
}

/**
 * Progress of a pod's week, as of `today` (YYYY-MM-DD). The target of the pod is that of each trainer
 * without one of their own.
 */
export function weeklyProgressOf(
  pod: { readonly projectId: number; readonly podName: string },
  week: Week,
  today: string,
  { epoch, revision, target, members }: PodWork,
): WeeklyProgress {
  const podGoal = target && goalOn(target, week, today);
  return {
    project_id: pod.projectId,
    epoch,
    revision,
    pod_name: pod.podName,
    week_start: week.start,
    week_end: week.end,
    target,
    expected: podGoal && podGoal.expected,
    due: podGoal && podGoal.due,
    members: members.map(({ own_target: own, ...member }) => {
      const held = own ? goalOn(own, week, today) : podGoal;
      const goal = member.role === 'trainer' ? held : null;
      return { ...member, goal, ...progressOf(member, goal) };
    }),
  };
}

/** The week of all trainers of a pod together. */
export interface TrainersWeek extends Progress {
  readonly trainers: number;
  readonly done: Work;
  /** Null without a target or without trainers. */
  readonly goal: Goal | null;
}

/** Sums the trainers of a pod; the same rules as for one user decide. */
export function trainersWeek({ members }: Pick<WeeklyProgress, 'members'>): TrainersWeek {
  const trainers = members.filter(({ role }) => role === 'trainer');
  const goals = trainers.flatMap(({ goal }) => goal ?? []);
  const done = sumOf(trainers);
  const goal =
    goals.length === 0
      ? null
      : {
          weekly: sumOf(goals.map(({ weekly }) => weekly)),
          expected: sumOf(goals.map(({ expected }) => expected)),
          due: sumOf(goals.map(({ due }) => due)),
        };
  return { trainers: trainers.length, done, goal, ...progressOf(done, goal) };
}

function sumOf(parts: readonly Work[]): Work {
  return {
    tasks: parts.reduce((sum, { tasks }) => sum + tasks, 0),
    turns: parts.reduce((sum, { turns }) => sum + turns, 0),
  };
}

function largerPercent(done: Work, goal: Work): number {
  return Math.max(cutPercent(done.tasks, goal.tasks), cutPercent(done.turns, goal.turns));
}

/**
 * A percentage cut to one decimal; 0 if `whole` is 0. The tenths are computed before the division:
 * the quotient of integers never rounds up to one.
 */
export function cutPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 1000) / whole) / 10;
}

/** By what is due, so that nobody is behind on a Monday morning. */
function levelOf(done: Work, { weekly, due }: Goal): Progress['level'] {
  const reaches = (wanted: number, { tasks, turns }: Work) =>
    done.tasks * 100 >= tasks * wanted || done.turns * 100 >= turns * wanted;
  if (reaches(SUCCESS_PERCENT, weekly)) return 'success';
  if (due.tasks === 0 && due.turns === 0) return null;
  if (reaches(SUCCESS_PERCENT, due)) return 'success';
  return reaches(WARNING_PERCENT, due) ? 'warning' : 'error';
}

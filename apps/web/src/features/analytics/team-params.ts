import { podNameSchema } from '@portal/contracts/pods';
import { daySchema } from '@portal/contracts/scalars';
import { type Days, daysOf, NAMED_PERIODS, type NamedPeriod } from '@portal/domain/periods';
import {
  addDays,
  addMonths,
  differenceInCalendarDays,
  format,
  lastDayOfMonth,
  parseISO,
} from 'date-fns';
import { z } from 'zod';
import { urlParam, type UrlStateOf } from '../../lib/url-state';

export const METRICS = ['tasks', 'turns'] as const;
export type Metric = (typeof METRICS)[number];
const TREND_VIEWS = ['days', 'bar', 'line', 'table'] as const;
export type TrendView = (typeof TREND_VIEWS)[number];
const MEMBER_ORDERS = [
  'total_desc',
  'total_asc',
  'name_asc',
  'name_desc',
  'change_desc',
  'change_asc',
] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];

/** The state of the panel in the URL. `from` and `to` are the fixed dates of a copied link. */
export const TEAM_PARAMS = {
  period: urlParam(z.enum(NAMED_PERIODS), 'this_week'),
  from: urlParam(daySchema, null),
  to: urlParam(daySchema, null),
  metric: urlParam(z.enum(METRICS), 'tasks'),
  trends: urlParam(z.enum(TREND_VIEWS), 'days'),
  sort: urlParam(z.enum(MEMBER_ORDERS), 'total_desc'),
  pod: urlParam(podNameSchema, null),
};
export type TeamState = UrlStateOf<typeof TEAM_PARAMS>;

export const PERIOD_LABELS: Readonly<Record<NamedPeriod, string>> = {
  this_week: 'This Week',
  last_week: 'Last Week',
  this_month: 'This Month',
  last_month: 'Last Month',
};

export const METRIC_LABELS: Readonly<Record<Metric, string>> = { tasks: 'Tasks', turns: 'Turns' };

/** As many as the server accepts. */
const MAX_DAYS = 400;

export interface ChosenPeriod extends Days {
  /** Null for the fixed dates of a link. */
  readonly name: NamedPeriod | null;
}

/** The chosen days; fixed dates that are out of order or too many are ignored. */
export function chosenPeriod({ period, from, to }: TeamState, today: string): ChosenPeriod {
  if (from !== null && to !== null && from <= to) {
    const days = differenceInCalendarDays(parseISO(to), parseISO(from)) + 1;
    if (days < MAX_DAYS) return { name: null, first: from, last: to };
  }
  return { name: period, ...daysOf(period, today) };
}

/** The period before: the month before a month, else as many days. */
export function periodBefore({ name, first, last }: ChosenPeriod): Days {
  const start = parseISO(first);
  if (name === 'this_month' || name === 'last_month') {
    const before = addMonths(start, -1);
    return { first: dayText(before), last: dayText(lastDayOfMonth(before)) };
  }
  const days = differenceInCalendarDays(parseISO(last), start) + 1;
  return { first: dayText(addDays(start, -days)), last: dayText(addDays(start, -1)) };
}

/** What the period before is called. */
export function beforeLabel({ name }: ChosenPeriod): string {
  if (name === null) return 'The days before';
  if (name === 'this_week') return PERIOD_LABELS.last_week;
  if (name === 'this_month') return PERIOD_LABELS.last_month;
  return name === 'last_week' ? 'The week before' : 'The month before';
}

function dayText(day: Date): string {
  return format(day, 'yyyy-MM-dd');
}

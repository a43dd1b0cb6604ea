import { daySchema } from '@portal/contracts/scalars';
import { type Days, daysOf, NAMED_PERIODS, type NamedPeriod } from '@portal/domain/periods';
import { differenceInCalendarDays, parseISO } from 'date-fns';
import { z } from 'zod';
import { urlParam, type UrlStateOf } from '../../lib/url-state';

export const METRICS = ['tasks', 'turns'] as const;
export type Metric = (typeof METRICS)[number];
const TREND_VIEWS = ['bar', 'line', 'table'] as const;
export type TrendView = (typeof TREND_VIEWS)[number];

/** The state of the panel in the URL. `from` and `to` are the fixed dates of a copied link. */
export const TEAM_PARAMS = {
  period: urlParam(z.enum(NAMED_PERIODS), 'this_week'),
  from: urlParam(daySchema, null),
  to: urlParam(daySchema, null),
  metric: urlParam(z.enum(METRICS), 'tasks'),
  trends: urlParam(z.enum(TREND_VIEWS), 'bar'),
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

interface ChosenPeriod extends Days {
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

import type { PodStatsRow } from '@portal/contracts/task-stats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { isTaskOf, TASK_TIME } from '../tasks/task-keys.js';
import { inUserScope, type UserScope } from './user-scope.js';

/** Two instants as RFC 3339, to the microsecond; the second is excluded. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

/** A row without the details of its user. */
export type DailyWork = Omit<PodStatsRow, 'user'>;

/**
 * The done tasks and turns of each user on each day of a time zone, by day and user. Whole days of
 * the reporting zone and whole time slots come from the read models. The ends of the period, and
 * time slots inside which a day begins, come from the tasks.
 * @param zone an IANA name or an offset such as `UTC+5:30`
 */
export function readDailyWork(
  db: Queryable,
  scope: UserScope,
  { start, end }: Period,
  zone: string,
): Promise<readonly DailyWork[]> {
  const { condition, values } = inUserScope(scope, 4);
  return db.query<DailyWork>(dailyWork(condition), [start, end, databaseZone(zone), ...values]);
}

/** PostgreSQL reads `UTC+5:30` as POSIX does: west of Greenwich. Its spelling for east is `<+5:30>-5:30`. */
function databaseZone(zone: string): string {
  const [, sign, offset] = /^UTC([+-])(\d{1,2}:\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return zone;
  return `<${sign}${offset}>${sign === '+' ? '-' : '+'}${offset}`;
}

const SLOT = sql`interval '15 minutes'`;
const INSTANT = sql`interval '1 microsecond'`;
const localDay = (instant: string): string => sql`(${instant} AT TIME ZONE $3::text)::date`;

/** The period $1 to $2 and its whole time slots: `first_slot` is `ends_at` if there are none. */
const period = sql`
  SELECT starts_at, ends_at,
    CASE WHEN first_slot <= last_slot THEN first_slot ELSE ends_at END AS first_slot,
    CASE WHEN first_slot <= last_slot THEN last_slot ELSE ends_at END AS last_slot
  FROM (
    SELECT $1::timestamptz AS starts_at, $2::timestamptz AS ends_at,
      agg.slot_of($1::timestamptz + ${SLOT} - ${INSTANT}) AS first_slot,
      agg.slot_of($2::timestamptz) AS last_slot
  ) AS bounds`;

/** The whole time slots around each midnight. Days begin only in these. */
const nearMidnight = sql`
  SELECT DISTINCT slot_start
  FROM period
  CROSS JOIN LATERAL generate_series(${localDay('first_slot')} - interval '1 day',
    ${localDay('last_slot')} + interval '1 day', '1 day') AS midnight
  CROSS JOIN generate_series(-5, 5) AS step
  CROSS JOIN LATERAL (
    SELECT agg.slot_of(midnight AT TIME ZONE $3) + step * ${SLOT} AS slot_start
    OFFSET 0
  ) AS near
  WHERE slot_start >= first_slot AND slot_start < last_slot`;

/**
 * The time slots inside which a day begins, or begins again if clocks are set back past midnight.
 * There are none if offsets and clock changes are whole quarters of an hour. In St. John's clocks
 * changed a minute after midnight until 2011.
 */
const splitSlots = sql`
  SELECT slot_start FROM near_midnight
  WHERE ${localDay('slot_start')} <> ${localDay(`(slot_start + ${SLOT} - ${INSTANT})`)}`;

/**
 * The days of the whole time slots without the split ones: each from its first time slot to the
 * start of the next day. A day can occur twice if clocks are set back past midnight.
 */
const days = sql`
  SELECT ${localDay('from_slot')} AS date, from_slot, to_slot
  FROM (
    SELECT from_slot, lead(from_slot, 1, last_slot) OVER (ORDER BY from_slot) AS to_slot
    FROM (
      SELECT first_slot AS from_slot FROM period WHERE first_slot < last_slot
      UNION
      SELECT slot_start FROM near_midnight
      WHERE ${localDay('slot_start')} <> ${localDay(`(slot_start - ${SLOT})`)}
      UNION
      SELECT slot_start FROM split
      UNION
      SELECT slot_start + ${SLOT} FROM split CROSS JOIN period WHERE slot_start + ${SLOT} < last_slot
    ) AS cut
    CROSS JOIN period
  ) AS of_day
  WHERE from_slot NOT IN (SELECT slot_start FROM split)`;

/** At least the largest clock change in any zone. */
const LOOK_AROUND = sql`interval '25 hours'`;

/**
 * The days that the period covers completely lie between `after_day` and `before_day`, both
 * excluded: the last day before the whole time slots and the first day after them. In another zone
 * than that of the read model there are none.
 */
const covered = sql`
  SELECT
    CASE WHEN $3::text = core.reporting_zone() THEN (
      SELECT max(${localDay('earlier')})
      FROM generate_series(first_slot - ${LOOK_AROUND}, first_slot - ${SLOT}, ${SLOT}) AS earlier)
    ELSE 'infinity' END AS after_day,
    (
      SELECT min(${localDay('later')})
      FROM generate_series(last_slot, last_slot + ${LOOK_AROUND}, ${SLOT}) AS later
    ) AS before_day
  FROM period`;

/**
 * Reads each user, and each day or part of the period, by index. The planner overestimates their
 * number and would read all tasks of a user; OFFSET 0 prevents that. The days are computed before
 * the time slots are read: otherwise the day of each time slot would be computed and sorted. The
 * read models compare text bytewise, the tasks do not.
 */
const dailyWork = (condition: string): string => sql`
  WITH asked_user AS MATERIALIZED (
    SELECT DISTINCT project_id, user_email FROM agg.user_total
    WHERE user_email <> '' AND ${condition}
  ),
  period AS MATERIALIZED (${period}),
  near_midnight AS MATERIALIZED (${nearMidnight}),
  split AS MATERIALIZED (${splitSlots}),
  covered AS MATERIALIZED (${covered}),
  day AS MATERIALIZED (
    SELECT of_day.* FROM (${days}) AS of_day CROSS JOIN covered
    WHERE date <= after_day OR date >= before_day
  ),
  part AS MATERIALIZED (
    SELECT starts_at, first_slot AS ends_at FROM period WHERE starts_at < first_slot
    UNION ALL
    SELECT last_slot, ends_at FROM period WHERE last_slot < ends_at
    UNION ALL
    SELECT slot_start, slot_start + ${SLOT} FROM split
  )
  SELECT day AS date, user_email AS email,
    sum(tasks)::bigint AS task_count, sum(turns)::bigint AS total_turns
  FROM asked_user
  CROSS JOIN LATERAL (
    SELECT day, whole_day.tasks, whole_day.turns
    FROM covered
    CROSS JOIN LATERAL (
      SELECT user_day.day, tasks, turns
      FROM agg.user_day
      WHERE user_day.project_id = asked_user.project_id AND user_day.user_email = asked_user.user_email
        AND user_day.day > after_day AND user_day.day < before_day
      OFFSET 0
    ) AS whole_day
    UNION ALL
    SELECT ${localDay('split.slot_start')}, -split_slot.tasks, -split_slot.turns
    FROM covered
    JOIN split ON ${localDay('split.slot_start')} > after_day
      AND ${localDay('split.slot_start')} < before_day
    CROSS JOIN LATERAL (
      SELECT tasks, turns
      FROM agg.user_slot
      WHERE user_slot.project_id = asked_user.project_id AND user_slot.user_email = asked_user.user_email
        AND user_slot.slot_start = split.slot_start
      OFFSET 0
    ) AS split_slot
    UNION ALL
    SELECT date, of_day.tasks, of_day.turns
    FROM day
    CROSS JOIN LATERAL (
      SELECT sum(tasks)::bigint AS tasks, sum(turns)::bigint AS turns
      FROM agg.user_slot
      WHERE user_slot.project_id = asked_user.project_id AND user_slot.user_email = asked_user.user_email
        AND slot_start >= from_slot AND slot_start < to_slot
      OFFSET 0
    ) AS of_day
    WHERE of_day.tasks > 0
    UNION ALL
    SELECT ${localDay('completed_at')}, 1, number_of_turns
    FROM part
    CROSS JOIN LATERAL (
      SELECT completed_at, number_of_turns
      FROM core.task
      WHERE ${isTaskOf('(asked_user.user_email COLLATE "default")')}
        AND ${TASK_TIME} >= starts_at AND ${TASK_TIME} < ends_at AND completed_at IS NOT NULL
        AND task.project_id = asked_user.project_id AND core.is_done(status)
      OFFSET 0
    ) AS at_an_end
    OFFSET 0
  ) AS work
  GROUP BY 1, 2
  HAVING sum(tasks) > 0
  ORDER BY 1, 2`;

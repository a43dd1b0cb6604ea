import { sql } from '../sql.js';
import { isTaskOf, TASK_TIME } from '../tasks/task-keys.js';

const SLOT_MS = 15 * 60 * 1000;

/** The instants that divide a period into whole time slots and a part at each end. */
export interface SlotBounds {
  readonly startsAt: Date;
  /** Start of the whole time slots, which end at `lastSlot`. */
  readonly firstSlot: Date;
  readonly lastSlot: Date;
  readonly endsAt: Date;
}

/** Divides the period from `startsAt` to `endsAt` (excluded). It may contain no whole time slot. */
export function slotBounds(startsAt: Date, endsAt: Date): SlotBounds {
  const firstSlot = Math.ceil(startsAt.getTime() / SLOT_MS) * SLOT_MS;
  const lastSlot = Math.floor(endsAt.getTime() / SLOT_MS) * SLOT_MS;
  return firstSlot <= lastSlot
    ? { startsAt, firstSlot: new Date(firstSlot), lastSlot: new Date(lastSlot), endsAt }
    : { startsAt, firstSlot: endsAt, lastSlot: endsAt, endsAt };
}

/**
 * A query for `user_email, tasks, turns`: the work of the users that the query `users` selects, each
 * once.
 * Whole time slots come from the read model, the ends of the period from the tasks, by index.
 * Bound parameters: $1 project (0 for all), then from $3 the four instants of `slotBounds`.
 */
export function workOfUsers(users: string): string {
  const edge = (from: string, to: string) => sql`
    SELECT wanted.user_email, 1, number_of_turns
    FROM (${users}) AS wanted
    CROSS JOIN LATERAL (
      SELECT number_of_turns
      FROM core.task
      WHERE ${isTaskOf('wanted.user_email')}
        AND ${TASK_TIME} >= ${from}::timestamptz AND ${TASK_TIME} < ${to}::timestamptz
        AND completed_at IS NOT NULL AND ($1 = 0 OR project_id = $1) AND core.is_done(status)
      OFFSET 0
    ) AS at_an_end`;
  return sql`
    SELECT user_email, sum(tasks)::bigint AS tasks, sum(turns)::bigint AS turns
    FROM (
      SELECT user_email, tasks, turns
      FROM agg.user_slot
      WHERE ($1 = 0 OR project_id = $1) AND user_email IN (${users})
        AND slot_start >= $4::timestamptz AND slot_start < $5::timestamptz
      UNION ALL
      ${edge('$3', '$4')}
      UNION ALL
      ${edge('$5', '$6')}
    ) AS part
    GROUP BY user_email`;
}

import { sql } from '../../sql.js';
import { dropEmpty, merge, ofThisTransaction } from './merge.js';

const pendingUsers = ofThisTransaction('agg.pending_user');
const namedUsers = ofThisTransaction('agg.pending_user', "tasks > 0 AND user_email <> ''");
const pendingSlots = ofThisTransaction('agg.pending_slot');
const lostTasks = ofThisTransaction('agg.pending_slot', 'tasks < 0');

const SLOT = ['project_id', 'user_email', 'slot_start'];
const work = { tasks: 'sum(tasks)', turns: 'sum(turns)' };

/** The part of `agg.flush` for `agg.user_slot`. */
export const flushSlots = sql`
  ${merge({ table: 'agg.user_slot', keys: SLOT, sums: work, source: pendingSlots })}
  IF EXISTS (SELECT FROM ${lostTasks}) THEN
    ${dropEmpty('agg.user_slot', SLOT, 'agg.pending_slot')}
  END IF;`;

/** A time slot counts for the day on which it begins. */
const DAY = ['project_id', 'user_email', 'day'];
const pendingByDay = sql`(
    SELECT xid, project_id, user_email, core.reporting_day(slot_start) AS day, tasks, turns
    FROM agg.pending_slot
  ) AS delta`;
const pendingDays = ofThisTransaction(pendingByDay);

/** The part of `agg.flush` for `agg.user_day`. */
export const flushUserDays = sql`
  ${merge({ table: 'agg.user_day', keys: DAY, sums: work, source: pendingDays })}
  IF EXISTS (SELECT FROM ${lostTasks}) THEN
    ${dropEmpty('agg.user_day', DAY, pendingByDay)}
  END IF;`;

/** The part of `agg.flush` for `agg.user_total` and `core.task_user`. */
export const flushUserTotals = sql`
  ${merge({
    table: 'agg.user_total',
    keys: ['project_id', 'user_email', 'status'],
    sums: { tasks: 'sum(tasks)', reviewed_tasks: 'sum(reviewed_tasks)' },
    source: pendingUsers,
  })}
  INSERT INTO core.task_user
  SELECT user_email
  FROM (
    SELECT DISTINCT user_email FROM ${namedUsers}
    OFFSET 0
  ) AS named
  WHERE NOT EXISTS (
    SELECT FROM core.task_user AS known WHERE known.user_email = named.user_email)
  ORDER BY user_email
  ON CONFLICT DO NOTHING;`;

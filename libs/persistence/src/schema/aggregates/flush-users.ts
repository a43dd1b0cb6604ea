import { sql } from '../../sql.js';
import { dropEmpty, merge, ofThisTransaction } from './merge.js';

const pendingUsers = ofThisTransaction('agg.pending_user');
const pendingSlots = ofThisTransaction('agg.pending_slot');

const SLOT = ['project_id', 'user_email', 'slot_start'];
const work = { tasks: 'sum(tasks)', turns: 'sum(turns)' };

/** The part of `agg.flush` for `agg.user_slot`. */
export const flushSlots = sql`
  ${merge({ table: 'agg.user_slot', keys: SLOT, sums: work, source: pendingSlots })}
  IF EXISTS (SELECT FROM ${pendingSlots} AND tasks < 0) THEN
    ${dropEmpty('agg.user_slot', SLOT, pendingSlots)}
  END IF;`;

/** A time slot counts for the day on which it begins. */
const DAY = ['project_id', 'user_email', 'day'];
const pendingDays = sql`(
    SELECT xid, project_id, user_email, core.reporting_day(slot_start) AS day, tasks, turns
    FROM agg.pending_slot
  ) AS delta WHERE xid = this_xid`;

/** The part of `agg.flush` for `agg.user_day`. */
export const flushUserDays = sql`
  ${merge({ table: 'agg.user_day', keys: DAY, sums: work, source: pendingDays })}
  IF EXISTS (SELECT FROM ${pendingSlots} AND tasks < 0) THEN
    ${dropEmpty('agg.user_day', DAY, pendingDays)}
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
    SELECT DISTINCT user_email FROM ${pendingUsers} AND tasks > 0 AND user_email <> ''
    OFFSET 0
  ) AS named
  WHERE NOT EXISTS (
    SELECT FROM core.task_user AS known WHERE known.user_email = named.user_email)
  ORDER BY user_email
  ON CONFLICT DO NOTHING;`;

import { sql } from '../../sql.js';
import { merge, mergeAndDrop, ofThisTransaction } from './merge.js';

export const pendingUsers = ofThisTransaction('agg.pending_user');
const namedUsers = ofThisTransaction('agg.pending_user', "tasks > 0 AND user_email <> ''");
export const pendingSlots = ofThisTransaction('agg.pending_slot');

const SLOT = ['project_id', 'user_email', 'slot_start', 'xid'];
const work = { tasks: 'sum(tasks)', turns: 'sum(turns)' };

/**
 * The part of `agg.flush` for `agg.user_slot`. A large transaction would lock very many rows, and edits of
 * the same users would wait for its commit. So it adds rows of its own, `slot_xid` being its id and not 0,
 * unless its projects have no rows yet.
 */
export const flushSlots = sql`
  ${mergeAndDrop(
    {
      table: 'agg.user_slot',
      keys: SLOT,
      sums: work,
      source: sql`(
    SELECT project_id, user_email, slot_start, slot_xid AS xid, tasks, turns FROM ${pendingSlots}
  ) AS delta`,
    },
    'stored.tasks = 0 AND stored.turns = 0',
  )}`;

/** A time slot counts for the day on which it begins. */
const DAY = ['project_id', 'user_email', 'day'];
const pendingByDay = sql`(
    SELECT xid, project_id, user_email, core.reporting_day(slot_start) AS day, tasks, turns
    FROM agg.pending_slot
  ) AS delta`;
const pendingDays = ofThisTransaction(pendingByDay);

/** The part of `agg.flush` for `agg.user_day`. */
export const flushUserDays = sql`
  ${mergeAndDrop(
    { table: 'agg.user_day', keys: DAY, sums: work, source: pendingDays },
    'stored.tasks = 0',
  )}`;

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

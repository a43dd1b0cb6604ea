import { sql } from '../sql.js';
import type { Binds, RowSql } from '../visibility/row-sql.js';

/** The instant of a row of `core.task` by which `task_user_time` sorts: of its completion, if any. */
export const TASK_TIME = sql`core.activity_time(completed_at, updated_at, created_at)`;

/** A row `task`. */
export function rowOfTask(values: Binds): RowSql {
  return {
    column: (name) => `task.${name}`,
    bind: (value, type) => values.bind(value, type),
  };
}

/** The condition that a row of `core.task` is of the user with the email. Uses an index. */
export function isTaskOf(email: string): string {
  return sql`
    core.index_key(task.user_email) = core.index_key(${email})
      AND task.user_email = ${email}`;
}

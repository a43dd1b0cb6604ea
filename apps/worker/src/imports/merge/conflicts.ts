import type { OnConflict } from '@portal/contracts/imports';
import type { FoundConflict, FoundConflicts } from '@portal/persistence/imports/import-models';
import { TASK_COLUMNS } from '@portal/persistence/schema/task-columns';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import { type ImportIssues, MAX_ISSUES } from '../import-issues.js';
import { NAMED_BITS } from '../named-columns.js';
import { isOlder, names, range, shortened } from './task-statements.js';

/**
 * Finds the rows of a chunk that contradict what people changed in the portal after the time of the row. With `desk` these
 * fields count as if the row did not name them, and the tasks are taken out of the comparison into `stale_task`.
 * @returns how many tasks have to be compared again
 */
export async function findConflicts(
  db: Client,
  keys: readonly number[],
  onConflict: OnConflict,
): Promise<number> {
  const found = (await db.query(noteConflicts, [...keys])).rowCount ?? 0;
  if (found === 0 || onConflict === 'file') return 0;
  return (await db.query(keepPortal, [...keys])).rowCount ?? 0;
}

/** Forgets what was found of the tasks in `stale_task`, which are judged again. */
export async function forgetConflicts(db: Client): Promise<void> {
  await db.query(forgetStaleConflicts);
}

/** All conflicts by their number, and those that the import lists. */
export async function conflictsOf(db: Client, onConflict: OnConflict): Promise<FoundConflicts> {
  const counted = await db.query<{ count: number }>(sql`SELECT count(*) FROM conflict_row`);
  const count = counted.rows[0]?.count ?? 0;
  if (count === 0) return { count, stored: [] };
  const { rows } = await db.query<Omit<FoundConflict, 'is_kept'>>(listed, [MAX_ISSUES]);
  return { count, stored: rows.map((row) => ({ ...row, is_kept: onConflict === 'desk' })) };
}

/** Warns of each row that contradicts a later change in the portal. */
export function warnOfConflicts(
  { count, stored }: FoundConflicts,
  onConflict: OnConflict,
  issues: ImportIssues,
): void {
  const end = onConflict === 'desk' ? 'the portal keeps its value' : 'the file wins';
  const reason = `contradicts a later change in the portal; ${end}`;
  const room = Math.max(0, MAX_ISSUES - issues.stored.length);
  const inFileOrder = stored.toSorted((one, other) => one.row - other.row);
  for (const { row, fields } of inFileOrder.slice(0, room)) {
    issues.warning(row, fields[0]?.field ?? '', reason);
  }
  if (count > room) issues.moreWarnings('', reason, count - Math.min(room, stored.length));
}

/** What each such row says otherwise; `kept` are the fields that it named and that stay as the portal has them. */
export const conflictTable = sql`
CREATE TEMPORARY TABLE conflict_row (
  turing_task_id bigint PRIMARY KEY,
  project_id     integer NOT NULL,
  row_number     bigint NOT NULL,
  fields         jsonb NOT NULL,
  kept           integer NOT NULL,
  user_id        integer,
  changed_at     timestamptz NOT NULL
);
`;

const bitOf = (column: string): number => NAMED_BITS.get(column) ?? 0;

/**
 * The fields whose change in the portal an import can contradict: all that a row may leave out. Of `updated_at` the
 * time itself decides. A batch or a project is always that of the row.
 */
const FIELDS = TASK_COLUMNS.filter(({ name }) => NAMED_BITS.has(name) && name !== 'updated_at');

/** Each such field of a row, with its value in the portal, in the file, and as the edit has left it. */
const VALUES = FIELDS.map(({ name, type }) => {
  const left =
    type === 'timestamptz'
      ? `to_jsonb((edit.after ->> '${name}')::timestamptz)`
      : `nullif(edit.after -> '${name}', 'null')`;
  return `('${name}', ${bitOf(name)}, ${names(name)} AND staged.${name} IS DISTINCT FROM task.${name},
      ${left}, to_jsonb(task.${name}), to_jsonb(staged.${name}))`;
}).join(',\n    ');

/** A row without a time does not say that it is later than any change. */
const timeOfRow = sql`coalesce(
  CASE WHEN ${names('updated_at')} THEN staged.updated_at END,
  CASE WHEN ${names('completed_at')} THEN staged.completed_at END, '-infinity')`;

/** What completes a task goes with its status; an earlier `updated_at` goes with the values that it is about. */
const kept = sql`named & (bits | CASE WHEN bits & ${bitOf('status')} <> 0 THEN ${bitOf('completed_at')} ELSE 0 END
  | CASE WHEN is_older THEN ${bitOf('updated_at')} ELSE 0 END)`;

const isEditOf = (record: string, task: string): string => sql`${record}.entity = 'task'
        AND ${record}.entity_id = ${task}.turing_task_id::text AND ${record}.action = 'update'`;
/** An index by time alone would lead past all other records. */
const madeAt = (record: string): string => sql`(${record}.at + interval '0')`;

/** Edits are those of the audit: of each field the last one counts, if the task still has what it gave. */
const noteConflicts = sql`
INSERT INTO conflict_row (turing_task_id, project_id, row_number, fields, kept, user_id, changed_at)
SELECT change.turing_task_id, staged.project_id, staged.row_number, fields, ${kept}, user_id, changed_at
FROM merge_change AS change
CROSS JOIN LATERAL (
  SELECT max(${madeAt('edited')}) AS at FROM core.audit AS edited
  WHERE ${isEditOf('edited', 'change')} HAVING count(*) > 0
) AS newest
CROSS JOIN LATERAL (
  SELECT task.project_id, staged.row_number, staged.named, ${isOlder} AS is_older, edits.*
  FROM stage_task AS staged
  CROSS JOIN LATERAL (
    SELECT * FROM core.task WHERE task.turing_task_id = staged.turing_task_id OFFSET 0
  ) AS task
  CROSS JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('field', field, 'portal', ${shortened('portal')}, 'file', ${shortened('file')})
        ORDER BY bit) AS fields,
      bit_or(bit) AS bits, max(at) AS changed_at, (array_agg(actor_id ORDER BY at DESC))[1] AS user_id
    FROM (
      SELECT DISTINCT ON (field) field, bit, coalesce(portal, 'null') AS portal, coalesce(file, 'null') AS file,
        edit.at, edit.actor_id
      FROM core.audit AS edit
      CROSS JOIN LATERAL (VALUES
    ${VALUES}
      ) AS value (field, bit, is_said_otherwise, was_left, portal, file)
      WHERE ${isEditOf('edit', 'staged')} AND ${madeAt('edit')} > ${timeOfRow} AND edit.after ? field AND is_said_otherwise
        AND was_left IS NOT DISTINCT FROM portal
      ORDER BY field, edit.at DESC
    ) AS said
    OFFSET 0
  ) AS edits
  WHERE staged.turing_task_id = change.turing_task_id AND newest.at > ${timeOfRow} AND edits.bits IS NOT NULL
  OFFSET 0
) AS staged
WHERE ${range('change')} AND NOT change.is_new
ON CONFLICT (turing_task_id) DO NOTHING
`;

const keepPortal = sql`
WITH settled AS (
  UPDATE stage_task AS staged SET named = staged.named & ~conflict.kept
  FROM conflict_row AS conflict
  WHERE staged.turing_task_id = conflict.turing_task_id AND ${range('conflict')}
    AND staged.named & conflict.kept <> 0
  RETURNING staged.turing_task_id
), changes AS (
  DELETE FROM merge_change WHERE turing_task_id = ANY (ARRAY(SELECT turing_task_id FROM settled))
), older AS (
  DELETE FROM older_row WHERE turing_task_id = ANY (ARRAY(SELECT turing_task_id FROM settled))
)
INSERT INTO stale_task SELECT turing_task_id FROM settled
`;

const forgetStaleConflicts = sql`
WITH forgotten AS (
  DELETE FROM conflict_row USING stale_task
  WHERE conflict_row.turing_task_id = stale_task.turing_task_id
  RETURNING conflict_row.turing_task_id, kept
)
UPDATE stage_task AS staged SET named = staged.named | forgotten.kept
FROM forgotten WHERE forgotten.turing_task_id = staged.turing_task_id
`;

const listed = sql`
SELECT turing_task_id, project_id, row_number AS row, fields, user_id, changed_at
FROM conflict_row ORDER BY turing_task_id LIMIT $1
`;

import { entityLabel } from '@portal/contracts/entities';
import {
  type Meaning,
  meaningOf,
  type Violation,
  violationOf,
} from '@portal/persistence/database-errors';
import type { Queryable } from '@portal/persistence/queryable';
import { ProblemException } from '../../problems/problem.js';
import type { ListMetadata } from '../declare/list-metadata.js';

interface Constraint {
  /** The table that has the constraint: for a foreign key the one that refers. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly referenced: readonly string[];
}

/** Counting of referring rows stops here. */
const MAX_COUNTED = 10_000;

/**
 * Converts a failed write to a problem for the user: the field and the reason, or the rows that
 * still refer to the item. Other errors are returned unchanged.
 * @param db the transaction, unless it is over
 * @param key the changed or deleted item; null for a new one
 */
export async function constraintProblem(
  db: Queryable,
  table: ListMetadata,
  error: unknown,
  key: number | null,
): Promise<unknown> {
  const violation = violationOf(error);
  if (!violation) return error;
  const meaning = meaningOf(error);
  const refers = meaning === 'foreign key' && violation.table !== table.name;
  if (refers && key !== null) return stillUsed(db, table, violation, key);
  if (violation.table !== table.name) return error;

  const declared = table.declared.constraints?.[violation.constraint ?? ''];
  const fields = declared ? [declared.field] : await fieldsOf(db, table, violation);
  const detail = declared?.detail ?? reasonOf(meaning, table, fields);
  const code = meaning === 'unique' || meaning === 'exclusion' ? 'conflict' : 'invalid-input';
  return new ProblemException(
    code,
    code === 'conflict' ? `${labelsOf(fields)} ${detail}` : 'The body is not valid',
    fields.map((field) => ({ pointer: `/${field}`, detail })),
  );
}

function reasonOf(
  meaning: Meaning | undefined,
  table: ListMetadata,
  fields: readonly string[],
): string {
  const label = table.declared.label.toLowerCase();
  if (meaning === 'foreign key') return 'does not exist';
  if (meaning === 'not null') return 'must not be empty';
  if (meaning === 'exclusion') return `overlaps with another ${label}`;
  if (meaning !== 'unique') return 'is not allowed';
  return fields.length > 1
    ? `are already used together by another ${label}`
    : `is taken by another ${label}`;
}

function labelsOf(fields: readonly string[]): string {
  const names = fields.map((field) => field.replaceAll('_', ' ')).join(' and ');
  return names.charAt(0).toUpperCase() + names.slice(1);
}

async function fieldsOf(
  db: Queryable,
  table: ListMetadata,
  violation: Violation,
): Promise<string[]> {
  if (violation.column !== undefined) return [violation.column];
  const { columns } = await constraintOf(db, violation);
  return columns.filter((column) => table.fields.has(column));
}

/** Reports the table and number of rows that refer to the item. */
async function stillUsed(
  db: Queryable,
  table: ListMetadata,
  violation: Violation,
  key: number,
): Promise<ProblemException> {
  const { path, columns, referenced } = await constraintOf(db, violation);
  const [found] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT FROM ${path}
       WHERE (${columns.join(', ')}) = (
         SELECT ${referenced.join(', ')} FROM ${table.path} WHERE ${table.key.name} = $1)
       LIMIT ${MAX_COUNTED + 1}) AS referring`,
    [key],
  );
  const count = found?.count ?? 0;
  const number = count > MAX_COUNTED ? `more than ${MAX_COUNTED.toLocaleString('en-US')}` : count;
  return new ProblemException(
    'conflict',
    `This ${table.declared.label.toLowerCase()} is still used by ${number} ${entityLabel(violation.table, count)}`,
  );
}

async function constraintOf(
  db: Queryable,
  { schema, table, constraint }: Violation,
): Promise<Constraint> {
  const [found] = await db.query<Constraint>(
    `SELECT conrelid::regclass::text AS path,
       ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS part (number, place)
             JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place) AS columns,
       ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY AS part (number, place)
             JOIN pg_attribute ON attrelid = confrelid AND attnum = number ORDER BY place) AS referenced
     FROM pg_constraint WHERE conrelid = format('%I.%I', $1::text, $2::text)::regclass AND conname = $3`,
    [schema, table, constraint],
  );
  if (!found) throw new Error(`there is no constraint ${constraint}`);
  return found;
}

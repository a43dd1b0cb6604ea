import type { NamedRows } from '@portal/contracts/anonymisation';
import { keepImportsAway } from '../locks.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** A user whose address and name are replaced. */
export interface Person {
  readonly userId: number;
  readonly email: string;
}

/** What stands in the place of a person: it says nothing about them, and mail to it goes nowhere. */
export function pseudonymOf({ userId }: Pick<Person, 'userId'>): { email: string; name: string } {
  return { email: `former-${userId}@gone.invalid`, name: `Former user ${userId}` };
}

/** A table with columns of text; all names are quoted. */
interface TextTable {
  readonly schema: string;
  readonly name: string;
  readonly path: string;
  readonly key: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const TASK = 'core.task';
const REVIEW = 'core.task_review';

/** The kinds of `NamedRows` by table; other texts count as `others`. */
const KINDS: Readonly<Partial<Record<string, keyof NamedRows>>> = {
  [TASK]: 'tasks',
  [REVIEW]: 'reviews',
  'core.pod_member': 'pods',
  'core.audit': 'changes',
  'core.task_import': 'imports',
  'core.task_import_error': 'imports',
  'core.import_conflict': 'imports',
  'core.task_before': 'history',
  'core.task_reviews_before': 'history',
  'core.batch_before': 'history',
  'core.task_transaction': 'history',
  'core.api_token': 'api_tokens',
  'core.refresh_token': 'sessions',
};

/** Counts the rows that name the person, by kind. Reads every text that is stored. */
export async function countNamed(db: Queryable, person: Person): Promise<NamedRows> {
  const tables = (await textTables(db)).filter(
    // The addresses in them are those of tasks and reviews.
    ({ schema, path }) =>
      schema !== 'agg' && path !== 'core.task_user' && path !== 'core.task_round',
  );
  const counts = await db.query<{ path: string; count: number }>(
    [
      ...tables.map((table) => {
        const own = OWN_ROWS[table.path];
        const which = own === undefined ? mentions(table) : `(${own}) OR ${mentions(table)}`;
        return sql`SELECT '${table.path}' AS path, count(*) FROM ${table.path} WHERE ${which}`;
      }),
      sql`SELECT 'core.refresh_token', count(*) FROM core.refresh_token WHERE user_id = $3`,
      sql`SELECT 'core.app_user', -count(*) FROM core.app_user WHERE id = $3`,
    ].join('\nUNION ALL\n'),
    [person.email, await patternOf(db, person), person.userId],
  );
  const rows: NamedRows = {
    ...{ tasks: 0, reviews: 0, pods: 0, changes: 0, imports: 0 },
    ...{ history: 0, api_tokens: 0, sessions: 0, others: 0 },
  };
  for (const { path, count } of counts) rows[KINDS[path] ?? 'others'] += count;
  return rows;
}

/** Rows that belong to the user $3, whether they have the address or not. */
const OWN_ROWS: Readonly<Partial<Record<string, string>>> = {
  'core.api_token': 'user_id = $3',
  'core.task_import': 'uploaded_by = $3',
  'core.audit': "entity = 'app_user' AND entity_id = $3::text",
};

/**
 * Replaces the address of the person in every text of the database, and their details in the account and in
 * its changes; ends sessions, forgets the Google account and deletes API tokens. Read models follow, and keep their numbers. Nothing
 * is recorded, since records have the former values: the caller names no actor, and stores that it happens.
 * Tasks come first and in the order of their keys, as in imports and edits.
 */
export async function replacePerson(tx: Queryable, person: Person): Promise<void> {
  const tables = await textTables(tx);
  const stored = tables.filter(({ schema }) => schema !== 'agg');
  const [task, review] = [tableOf(stored, TASK), tableOf(stored, REVIEW)];
  const { email, name } = pseudonymOf(person);
  const values = [person.email, await patternOf(tx, person), email];

  await lockMerges(tx, task, review, values.slice(0, 2));
  // Also tasks with reviews by the person: a reader of the feed of changes gets them again.
  await replaceIn(tx, task, values, ofTasks(task, review));
  await replaceIn(tx, review, values);
  await tx.query(
    sql`
      UPDATE core.app_user SET email = $2, name = $3, picture = NULL, slack_id = '', timezone = NULL,
        theme = NULL, is_active = false
      WHERE id = $1
    `,
    [person.userId, email, name],
  );
  for (const table of [
    'core.api_token',
    'core.refresh_token',
    'core.google_account',
    'core.idempotency_key',
    'core.review_claim',
    'core.notification',
    'core.notification_choice',
    'core.digest',
  ]) {
    await tx.query(sql`DELETE FROM ${table} WHERE user_id = $1`, [person.userId]);
  }
  // A kept answer may have the name beside the address.
  const answers = tableOf(stored, 'core.idempotency_key');
  await tx.query(sql`DELETE FROM ${answers.path} WHERE ${mentions(answers)}`, values.slice(0, 2));
  for (const table of stored) {
    if (table !== task && table !== review) await replaceIn(tx, table, values);
  }
  await tx.query(forgetDetails, [String(person.userId)]);
  await settleReadModels(tx, tables, values.slice(0, 2));
}

/** Imports of these projects merge before or after, as when a project is deleted. */
async function lockMerges(
  tx: Queryable,
  task: TextTable,
  review: TextTable,
  values: readonly string[],
): Promise<void> {
  const projects = await tx.query<{ id: number }>(
    sql`SELECT DISTINCT project_id AS id FROM ${TASK} WHERE ${ofTasks(task, review)} ORDER BY 1`,
    [...values],
  );
  await keepImportsAway(
    tx,
    projects.map(({ id }) => id),
  );
}

function ofTasks(task: TextTable, review: TextTable): string {
  return sql`(${mentions(task)} OR turing_task_id IN (
    SELECT turing_task_id FROM ${review.path} WHERE ${mentions(review)}))`;
}

/** Replaces the address in all texts of the rows, which are locked in the order of their keys. */
async function replaceIn(
  tx: Queryable,
  { path, key, columns }: TextTable,
  values: readonly string[],
  rows = mentions({ columns }),
): Promise<void> {
  const changes = columns
    .map(({ name, type }) => `${name} = ${replaced(`stored.${name}`, type)}`)
    .join(', ');
  if (key.length === 0) {
    await tx.query(sql`UPDATE ${path} AS stored SET ${changes} WHERE ${rows}`, [...values]);
    return;
  }
  const same = key.map((column) => `stored.${column} = named.${column}`).join(' AND ');
  await tx.query(
    sql`
      WITH named AS MATERIALIZED (
        SELECT ${key.join(', ')} FROM ${path} WHERE ${rows} ORDER BY ${key.join(', ')} FOR UPDATE)
      UPDATE ${path} AS stored SET ${changes} FROM named WHERE ${same}
    `,
    [...values],
  );
}

function replaced(column: string, type: string): string {
  const text = (value: string): string => sql`regexp_replace(${value}, $2, $3, 'gi')`;
  if (type === 'text[]') {
    return sql`(SELECT coalesce(array_agg(${text('part')} ORDER BY place), ${column})
      FROM unnest(${column}) WITH ORDINALITY AS parts (part, place))`;
  }
  return type === 'text' ? text(column) : sql`${text(`${column}::text`)}::${type}`;
}

/** Whether a text of the row has the address $1 as a whole; the pattern $2 is slower and says so exactly. */
function mentions({ columns }: Pick<TextTable, 'columns'>): string {
  const conditions = columns.map(
    ({ name }) => sql`(strpos(lower(${name}::text), $1) > 0 AND ${name}::text ~* $2)`,
  );
  return `(${conditions.join(' OR ')})`;
}

/**
 * The address, and not a part of a longer one: a dot after it may be of a country (`.uk`) or of an address that
 * somebody has, else it ends a sentence or begins the type of a file. A quote before it is one of SQL.
 */
async function patternOf(db: Queryable, { email }: Person): Promise<string> {
  const longer = await db.query<{ rest: string }>(longerAddresses, [email]);
  const rests = [String.raw`\.(?!gz)[a-z]{2}`, ...longer.map(({ rest }) => literalOf(rest))];
  return String.raw`(?<![[:alnum:]._%+-])${literalOf(email)}(?![[:alnum:]-]|(?:${rests.join('|')})(?![[:alnum:]-]))`;
}

function literalOf(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}

/** What comes after the address $1 in longer ones. */
const longerAddresses = sql`
SELECT DISTINCT substr(lower(address), length($1) + 1) AS rest
FROM (
  SELECT email FROM core.app_user
  UNION ALL SELECT user_email FROM core.pod_member
  UNION ALL SELECT user_email FROM core.task_user
  UNION ALL SELECT reviewer_email FROM core.task_review
) AS known (address)
WHERE starts_with(lower(address), $1 || '.')`;

/** Changes of the account no longer tell who it was. Their undo is refused: the account has changed since. */
const forgetDetails = sql`
UPDATE core.audit SET before = ${withoutDetails('before')}, after = ${withoutDetails('after')}
WHERE entity IN ('app_user', 'google_account') AND entity_id = $1`;

function withoutDetails(values: string): string {
  return sql`(
    SELECT jsonb_object_agg(key,
      CASE WHEN key IN ('name', 'picture', 'slack_id', 'timezone', 'sub', 'refused') THEN 'null' ELSE value END)
    FROM jsonb_each(${values}))`;
}

/** Applies the changes now instead of at the commit, then deletes the rows that count nothing any more. */
async function settleReadModels(
  tx: Queryable,
  tables: readonly TextTable[],
  values: readonly string[],
): Promise<void> {
  await tx.query(sql`SET CONSTRAINTS agg.flush IMMEDIATE`);
  for (const table of tables.filter(({ schema }) => schema === 'agg')) {
    await tx.query(sql`DELETE FROM ${table.path} WHERE ${mentions(table)}`, [...values]);
  }
}

function tableOf(tables: readonly TextTable[], path: string): TextTable {
  const found = tables.find((table) => table.path === path);
  if (!found) throw new Error(`no table ${path}`);
  return found;
}

/**
 * All tables of the database with a column of text; those that a later version adds, too. Not those of the
 * queue, which BullMQ makes: its jobs have ids only.
 */
function textTables(db: Queryable): Promise<readonly TextTable[]> {
  return db.query<TextTable>(sql`
    SELECT nspname AS schema, relname AS name, format('%I.%I', nspname, relname) AS path,
      coalesce((
        SELECT array_agg(quote_ident(attname) ORDER BY array_position(indkey::smallint[], attnum))
        FROM pg_index JOIN pg_attribute AS part ON part.attrelid = indrelid AND attnum = ANY (indkey)
        WHERE indrelid = pg_class.oid AND indisprimary), '{}') AS key,
      (SELECT jsonb_agg(jsonb_build_object(
          'name', quote_ident(attname), 'type', format_type(atttypid, NULL)) ORDER BY attnum)
        FROM pg_attribute AS text_column
        WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
          AND format_type(atttypid, NULL) IN (${TEXT_TYPES})) AS columns
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind = 'r' AND nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'queue')
      AND EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
          AND attgenerated = '' AND format_type(atttypid, NULL) IN (${TEXT_TYPES}))
    ORDER BY nspname, relname
  `);
}

const TEXT_TYPES = sql`'text', 'character varying', 'json', 'jsonb', 'text[]'`;

import { containsSql, escapeLike, sql } from '../sql.js';
import type { RowSql } from '../visibility/row-sql.js';

/** The placeholders of a search, for `searchValues`. */
export interface SearchTerms {
  readonly text: string;
  readonly like: string;
  /** Null unless the text is a whole number. */
  readonly number: string;
}

/** Types of `SearchTerms`, in their order. */
const TYPES = ['text', 'text', 'bigint'] as const;

export function searchValues(text: string | undefined): (string | number | null)[] {
  if (text === undefined) return [null, null, null];
  return [text, `%${escapeLike(text)}%`, wholeNumberOf(text) ?? null];
}

function wholeNumberOf(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

function termsOf(text: string, row: RowSql): SearchTerms {
  const values = searchValues(text);
  const [bound = '', like = '', number = ''] = TYPES.map((type, n) => row.bind(values[n], type));
  return { text: bound, like, number };
}

/**
 * The condition that a search finds a task: by the address or the name of its user, the name of its batch, or its
 * model. A whole number is an id or the number of a batch, and nothing else: short ones are part of many names.
 */
export function isFoundSql(column: (name: string) => string, terms: SearchTerms): string {
  const batch = column('turing_batch_id');
  return sql`(
    ${terms.number} IN (${column('turing_task_id')}, ${batch})
    OR ${terms.number} IS NULL AND (
      ${column('user_email')} IN (
        SELECT known.user_email FROM core.task_user AS known WHERE ${isNamed(terms)})
      OR (${column('project_id')}, ${batch}) IN (
        SELECT batch.project_id, batch.turing_batch_id FROM core.batch
        WHERE ${containsSql('batch.name', terms.text)})
      OR ${column('target_model')} ILIKE ${terms.like}))`;
}

export function isFound(text: string, row: RowSql): string {
  return isFoundSql((name) => row.column(name), termsOf(text, row));
}

/** The tasks among which a search finds some. */
export interface SearchedTasks {
  /** An item of a FROM, with the columns of `core.task`. */
  readonly from: string;
  /** Its columns. */
  readonly row: RowSql;
  /** The condition that the caller sees a row, which has a project, user and batch. */
  readonly seen: (row: RowSql) => string;
  /** Further conditions on the tasks. */
  readonly conditions: readonly string[];
  /** The order of the tasks of one source, of the columns of its index, and how many of them; by default all. */
  readonly first?: (columns: readonly string[]) => string;
}

/**
 * Queries of the ids (`key`) of all tasks that a search finds, some of them several times. Small tables say which users,
 * batches and models have the text, and an index has the tasks of each.
 */
export function keysFound(text: string, tasks: SearchedTasks): string[] {
  return [
    ...ofNumber(text, tasks),
    ...sourcesOf(text, tasks).map((source) => ofPairs(source, tasks)),
  ];
}

/**
 * A query of the number of all tasks that a search finds, whatever the further conditions, or null: the read models
 * know it, unless several of users, batches and models have the text, which may have the same tasks.
 */
export function countFound(text: string, tasks: SearchedTasks): string {
  const counts = [
    ...ofNumber(text, tasks).map((keys) => sql`SELECT count(*) FROM (${keys}) AS task`),
    ...sourcesOf(text, tasks).map(({ pairs }) => sql`SELECT sum(tasks) FROM (${pairs}) AS pair`),
  ];
  return sql`
    SELECT CASE WHEN count(*) FILTER (WHERE tasks > 0) < 2 THEN coalesce(sum(tasks), 0)::bigint END
    FROM unnest(ARRAY[${counts.map((count) => `(${count})`).join(', ')}]) AS tasks`;
}

function ofNumber(text: string, { from, row, seen, conditions }: SearchedTasks): string[] {
  const number = wholeNumberOf(text);
  if (number === undefined) return [];
  const key = row.column('turing_task_id');
  const all = [`${key} = ${row.bind(number, 'bigint')}`, seen(row), ...conditions];
  return [sql`SELECT ${key} AS key FROM ${from} WHERE ${all.join(' AND ')}`];
}

/** The planner does not know that the list of projects has one element, so it uses the index of the source. */
function ofPairs(source: SearchSource, tasks: SearchedTasks): string {
  const { from, row, conditions, first = () => '' } = tasks;
  const [project, key] = [row.column('project_id'), row.column('turing_task_id')];
  const all = [`${project} = ANY (ARRAY[pair.project_id])`, ...source.conditions, ...conditions];
  return sql`
    SELECT hit.key FROM (${source.pairs}) AS pair
    CROSS JOIN LATERAL (
      SELECT ${key} AS key FROM ${from}
      WHERE ${all.join(' AND ')} ${first([project, source.indexed, key])}) AS hit`;
}

/** A part of what a search finds: the tasks of some pairs of project and value, by an index. */
interface SearchSource {
  /** A query of the pairs that the caller sees, and the number of the `tasks` of each, from small tables. */
  readonly pairs: string;
  /** The conditions that select the tasks of a row `pair`, besides its project. */
  readonly conditions: readonly string[];
  /** The column of the index between the project and the id. */
  readonly indexed: string;
}

/** The same as `isFound`, by indexes, but for the id. */
function sourcesOf(text: string, { row, seen }: SearchedTasks): readonly SearchSource[] {
  const [user, batch] = [row.column('user_email'), row.column('turing_batch_id')];
  const isSeen = seen({
    column: (path) => `pair.${path}`,
    bind: (value, type) => row.bind(value, type),
  });
  const isOfBatch = `${batch} = pair.turing_batch_id`;
  const ofBatches = (condition: string): SearchSource => ({
    pairs: sql`
      SELECT pair.project_id, pair.turing_batch_id, (
          SELECT sum(total.tasks) FROM agg.batch_total AS total
          WHERE total.project_id = pair.project_id AND total.turing_batch_id = pair.turing_batch_id
        ) AS tasks
      FROM core.batch AS pair
      WHERE ${condition} AND ${isSeen}`,
    conditions: [isOfBatch],
    indexed: batch,
  });
  const number = wholeNumberOf(text);
  if (number !== undefined)
    return [ofBatches(`pair.turing_batch_id = ${row.bind(number, 'bigint')}`)];

  const terms = { text: row.bind(text, 'text'), like: row.bind(`%${escapeLike(text)}%`, 'text') };
  const key = `core.index_key(${user})`;
  return [
    {
      pairs: sql`
        SELECT pair.project_id, known.user_email, sum(pair.tasks) AS tasks
        FROM core.task_user AS known
        JOIN agg.user_total AS pair ON known.user_email COLLATE "C" = pair.user_email
        WHERE ${isNamed(terms)} AND ${isSeen}
        GROUP BY 1, 2`,
      conditions: [`${key} = core.index_key(pair.user_email)`, `${user} = pair.user_email`],
      indexed: key,
    },
    ofBatches(containsSql('pair.name', terms.text)),
    {
      // No index has the tasks of a model, but a read model knows their batches, and its index each model once.
      pairs: sql`
        WITH RECURSIVE model (name) AS (
          SELECT min(target_model) FROM agg.task_cell
          UNION ALL
          SELECT (SELECT min(target_model) FROM agg.task_cell WHERE target_model > name)
          FROM model WHERE name IS NOT NULL
        )
        SELECT pair.project_id, pair.turing_batch_id,
          pair.target_model COLLATE "default" AS target_model, sum(pair.tasks) AS tasks
        FROM model JOIN agg.task_cell AS pair ON pair.target_model = model.name
        WHERE model.name COLLATE "default" ILIKE ${terms.like} AND ${isSeen}
        GROUP BY 1, 2, 3`,
      conditions: [isOfBatch, `${row.column('target_model')} = pair.target_model`],
      indexed: batch,
    },
  ];
}

/** The condition that the address or the name of a row `known` of `core.task_user` has a text. */
function isNamed({ text, like }: Pick<SearchTerms, 'text' | 'like'>): string {
  return sql`(known.user_email ILIKE ${like} OR known.user_email IN (
    SELECT person.email FROM core.app_user AS person WHERE ${containsSql('person.name', text)}))`;
}

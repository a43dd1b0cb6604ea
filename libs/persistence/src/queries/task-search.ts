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
  const { row, seen } = tasks;
  const seenPair = seen({
    column: (path) => `pair.${path}`,
    bind: (value, type) => row.bind(value, type),
  });
  return [
    ...ofNumber(text, tasks),
    ...sourcesOf(text, row).map((source) => ofPairs(source, seenPair, tasks)),
  ];
}

function ofNumber(text: string, { from, row, seen, conditions }: SearchedTasks): string[] {
  const number = wholeNumberOf(text);
  if (number === undefined) return [];
  const key = row.column('turing_task_id');
  const all = [`${key} = ${row.bind(number, 'bigint')}`, seen(row), ...conditions];
  return [sql`SELECT ${key} AS key FROM ${from} WHERE ${all.join(' AND ')}`];
}

/** The planner does not know that the list of projects has one element, so it uses the index of the source. */
function ofPairs(source: SearchSource, seen: string, tasks: SearchedTasks): string {
  const { from, row, conditions, first = () => '' } = tasks;
  const [project, key] = [row.column('project_id'), row.column('turing_task_id')];
  const all = [`${project} = ANY (ARRAY[pair.project_id])`, ...source.conditions, ...conditions];
  return sql`
    SELECT hit.key FROM (${source.pairs(seen)}) AS pair
    CROSS JOIN LATERAL (
      SELECT ${key} AS key FROM ${from}
      WHERE ${all.join(' AND ')} ${first([project, source.indexed, key])}) AS hit`;
}

/** A part of what a search finds: the tasks of some pairs of project and value, by an index. */
interface SearchSource {
  /**
   * A query of the pairs, from small tables.
   * @param seen the condition on a row `pair` with the project that the caller sees it
   */
  readonly pairs: (seen: string) => string;
  /** The conditions that select the tasks of a row `pair`, besides its project. */
  readonly conditions: readonly string[];
  /** The column of the index between the project and the id. */
  readonly indexed: string;
}

/** The same as `isFound`, by indexes, but for the id. */
function sourcesOf(text: string, row: RowSql): readonly SearchSource[] {
  const [user, batch] = [row.column('user_email'), row.column('turing_batch_id')];
  const isOfBatch = `${batch} = pair.turing_batch_id`;
  const ofBatches = (condition: string): SearchSource => ({
    pairs: (seen) => sql`
      SELECT pair.project_id, pair.turing_batch_id FROM core.batch AS pair
      WHERE ${condition} AND ${seen}`,
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
      pairs: (seen) => sql`
        SELECT DISTINCT pair.project_id, known.user_email
        FROM core.task_user AS known
        JOIN agg.user_total AS pair ON known.user_email COLLATE "C" = pair.user_email
        WHERE ${isNamed(terms)} AND ${seen}`,
      conditions: [`${key} = core.index_key(pair.user_email)`, `${user} = pair.user_email`],
      indexed: key,
    },
    ofBatches(containsSql('pair.name', terms.text)),
    {
      // No index has models, but the read model knows their batches.
      pairs: (seen) => sql`
        SELECT DISTINCT pair.project_id, pair.turing_batch_id,
          pair.target_model COLLATE "default" AS target_model
        FROM agg.task_cell AS pair
        WHERE pair.target_model COLLATE "default" ILIKE ${terms.like} AND ${seen}`,
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

import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { TYPE_FACTS } from '../../lists/declare/field-types.js';
import { filterSql } from '../../lists/read/row-sql.js';
import type { Filter } from '../../lists/declare/declared-list.js';

/** A field with an index of project, value (or `indexed` of it) and key. */
export interface Facet {
  readonly field: string;
  /** A small table with each value and each `project_id` in which it occurs. */
  readonly values: string;
  /** Its column with the number of tasks. */
  readonly counts: string;
  /** A table with each value once, indexed for substring search. */
  readonly texts?: string;
  /** What the index contains instead of the value. Different values may have the same. */
  readonly indexed?: (value: string) => string;
  /** Further fields in whose order an index has the rows of a value, followed by the key. */
  readonly orders?: readonly string[];
}

/** Finds all tasks of a project, too: every task has a status. */
export const WHOLE_PROJECT: Facet = {
  field: 'status',
  values: 'agg.batch_total',
  counts: 'tasks',
  indexed: indexKey,
  orders: ['completed_at'],
};

/** The most selective first. */
export const FACETS: readonly Facet[] = [
  {
    field: 'user_email',
    values: 'agg.user_total',
    counts: 'tasks',
    texts: 'core.task_user',
    indexed: indexKey,
  },
  { field: 'turing_batch_id', values: 'agg.batch_total', counts: 'tasks' },
  WHOLE_PROJECT,
];

/** The conditions of a filter of a facet, with what an index or its small tables can serve of it. */
export function facetConditions(filter: Filter, facet: Facet, row: RowSql): readonly string[] {
  return [inTexts(filter, facet, row) ?? filterSql(filter, row), ...inIndex(filter, facet, row)];
}

/** Searches the table with each value once, instead of each row. */
function inTexts(
  filter: Filter,
  { field, texts, indexed }: Facet,
  row: RowSql,
): string | undefined {
  const isSearch = filter.operator === 'contains' || filter.operator === 'starts_with';
  if (texts === undefined || !isSearch) return undefined;
  const known = {
    column: (path: string) => `known.${path}`,
    bind: (value: unknown, type: string) => row.bind(value, type),
  };
  const both = (value: string): string =>
    indexed === undefined ? value : `${indexed(value)}, ${value}`;
  return `(${both(row.column(field))}) IN (
    SELECT ${both(`known.${field} COLLATE "default"`)} FROM ${texts} AS known
    WHERE ${filterSql(filter, known)})`;
}

/** The condition that an index serves, if the index does not contain the value itself. */
function inIndex(
  { field, operator, value }: Filter,
  { indexed }: Facet,
  row: RowSql,
): readonly string[] {
  if (indexed === undefined) return [];
  const { cast } = TYPE_FACTS[field.type];
  const key = indexed(row.column(field.name));
  if (operator === 'eq' && value !== null) return [`${key} = ${indexed(row.bind(value, cast))}`];
  if (operator !== 'in') return [];
  const values = `unnest(${row.bind(value, `${cast}[]`)}) AS value`;
  return [`${key} = ANY (ARRAY(SELECT ${indexed('value')} FROM ${values}))`];
}

function indexKey(text: string): string {
  return `core.index_key(${text})`;
}

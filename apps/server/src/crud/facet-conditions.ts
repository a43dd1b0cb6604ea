import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { TYPE_FACTS } from './field-types.js';
import { filterSql } from './filter-sql.js';
import type { Filter } from './filters.js';
import type { Facet } from './resource.js';

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

import type { Caller } from '@portal/domain/caller';
import { seesAllRecords } from '@portal/domain/records';
import { recordSeen } from '@portal/persistence/visibility/records';
import { TYPE_FACTS } from './field-types.js';
import { filterSql } from './filter-sql.js';
import type { Filter } from './filters.js';
import { searchFilters } from './large-lists.js';
import { boundsOf, conditionOf, type ListRequest, orderBy, sortOf } from './list-request.js';
import { COUNTED, type ListStatements, MAX_COUNTED } from './plain-statements.js';
import type { Facet } from './resource.js';
import { OWN, type ResourceMetadata } from './resource-metadata.js';
import { RowQuery, type Statement } from './row-sql.js';

/** The SQL statements of one list that no index serves. */
export interface ScanStatements extends ListStatements {
  /** The rows of the page if more rows match than the page counts. */
  sorted(): Statement;
  /** The rows of an export, in the order of the list. */
  whole(): Statement;
}

/**
 * Statements of a list of a large table without a suitable index. They read what the indexed filters
 * leave, by any plan, and sort it. They need a time limit.
 *
 * Usually few rows match, or very many. `page` reads the first MAX_COUNTED matches, in any order: all of
 * few, or a small part of the table. Only in the second case `sorted` reads all matches.
 */
export function scanStatements(
  table: ResourceMetadata,
  caller: Caller,
  request: ListRequest,
): ScanStatements {
  const { field, direction } = sortOf(table, request);
  const select = (text: (rows: string, sort: string) => string): Statement => {
    const row = new RowQuery(table);
    const where = scanCondition(table, caller, request, row);
    const sort = row.column(field.name);
    return { text: text(`${row.from()} WHERE ${where}`, sort), values: row.values };
  };
  const order = (sort: string, key: string): string => orderBy([sort, key], direction);
  const keys = (sort: string): string => `SELECT ${table.key.sql} AS key, ${sort} AS sort`;
  const pageOf = (head: string, count = ''): string => `
    SELECT ${table.listSelection} ${count}
    FROM (${head} ${boundsOf(request)}) AS head
    JOIN ${table.path} AS ${OWN} ON ${table.key.sql} = head.key
    ORDER BY ${order('head.sort', 'head.key')}`;
  return {
    page: () =>
      select(
        (rows, sort) =>
          `WITH few AS MATERIALIZED (${keys(sort)} ${rows} LIMIT ${MAX_COUNTED})
          ${pageOf(
            `SELECT * FROM few ORDER BY ${order('sort', 'key')}`,
            `, (SELECT count(*) FROM few) AS "${COUNTED}"`,
          )}`,
      ),
    sorted: () =>
      select((rows, sort) => {
        const by = mayWalk(table, request) ? sort : `coalesce(${sort}, ${sort})`;
        return pageOf(`${keys(sort)} ${rows} ORDER BY ${order(by, table.key.sql)}`);
      }),
    first: (most = MAX_COUNTED) =>
      select((rows) => `SELECT ${table.key.sql} AS key ${rows} LIMIT ${most}`),
    all: () => select((rows) => `SELECT ${rows}`),
    isOfAll: seesAllRecords(caller, table.resource.policy.rule),
    whole: () =>
      select(
        (rows, sort) =>
          `SELECT ${table.exportSelection} ${rows} ORDER BY ${order(sort, table.key.sql)}`,
      ),
  };
}

/**
 * Whether the planner may read an index in the order of the list until the page is full. If other
 * filters apply, it expects their matches to be spread evenly, but often they are all at the end. An
 * index has no order by `coalesce`, so then it reads all matches and sorts them. In tables without
 * facets the newest rows come first, and most matches are among them.
 */
function mayWalk({ resource }: ResourceMetadata, { filters, search }: ListRequest): boolean {
  if (!resource.large?.facets) return true;
  return (
    search === undefined && filters.every(({ field }) => field.name === resource.policy.project)
  );
}

function scanCondition(
  table: ResourceMetadata,
  caller: Caller,
  request: ListRequest,
  row: RowQuery,
): string {
  const { large, policy } = table.resource;
  if (!large?.facets) return conditionOf(table, caller, request, row);
  const { facets } = large;
  const filters = [...request.filters, ...searchFilters(table, request.search)];
  const conditions = filters.flatMap((filter) => {
    const facet = facets.find(({ field }) => field === filter.field.name);
    if (!facet) return [filterSql(filter, row)];
    return [inTexts(filter, facet, row) ?? filterSql(filter, row), ...inIndex(filter, facet, row)];
  });
  return [recordSeen(caller, policy, row), ...conditions].join(' AND ');
}

/** Searches the table with each value once, instead of each row. */
function inTexts(
  filter: Filter,
  { field, texts, indexed }: Facet,
  row: RowQuery,
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
  row: RowQuery,
): readonly string[] {
  if (indexed === undefined) return [];
  const { cast } = TYPE_FACTS[field.type];
  const key = indexed(row.column(field.name));
  if (operator === 'eq' && value !== null) return [`${key} = ${indexed(row.bind(value, cast))}`];
  if (operator !== 'in') return [];
  const values = `unnest(${row.bind(value, `${cast}[]`)}) AS value`;
  return [`${key} = ANY (ARRAY(SELECT ${indexed('value')} FROM ${values}))`];
}

import { type ListQuery, MAX_LIST_DEPTH } from '@portal/contracts/lists';
import type { Caller } from '@portal/domain/caller';
import { itemSeen } from '@portal/persistence/visibility/items';
import { invalidUrl } from '../../problems/invalid-url.js';
import { defaultSortOf, isSortable } from '../declare/metadata.js';
import type { Direction, Field, Filter, ListRequest, SortOrder } from '../declare/declared-list.js';
import type { ListMetadata } from '../declare/list-metadata.js';
import { filterSql, type RowQuery } from './row-sql.js';
import { type FieldNames, parseFilters } from './filters.js';

/** @throws {ProblemException} `invalid-input`, with the parameter or filter */
export function readListRequest(table: FieldNames, query: ListQuery): ListRequest {
  const { page = 1, size, filters, search } = query;
  const offset = (page - 1) * size;
  if (offset + size > MAX_LIST_DEPTH) {
    refuse(
      'page',
      `is beyond the first ${MAX_LIST_DEPTH} items: add a filter or reverse the sort order`,
    );
  }
  return {
    filters: filters === undefined ? [] : parseFilters(filters, table),
    search,
    sort: sortIn(table, query.sort_by),
    direction: query.sort_order,
    size,
    offset,
  };
}

function sortIn(table: FieldNames, name: string | undefined): Field | undefined {
  const field = name === undefined ? undefined : table.find(name);
  if (name !== undefined && (!field || !isSortable(field))) {
    refuse('sort_by', `${name} is not a field to sort by`);
  }
  return field;
}

/** Filters, search and the visibility of the caller as one condition. */
export function conditionOf(
  table: ListMetadata,
  caller: Caller,
  { filters, search }: ListRequest,
  row: RowQuery,
): string {
  const conditions = [itemSeen(caller, table.declared.policy, row)];
  for (const filter of filters) {
    const { contains } = filter.field.derived ?? {};
    conditions.push(contains ? contains(caller, filter.value, row) : filterSql(filter, row));
  }
  if (search !== undefined) conditions.push(searchSql(table, search, row));
  return conditions.join(' AND ');
}

function searchSql(table: ListMetadata, text: string, row: RowQuery): string {
  if (table.declared.search) return table.declared.search(text, row);
  const searched = searchFilters(table, text).map((filter) => filterSql(filter, row));
  return `(${['FALSE', ...searched].join(' OR ')})`;
}

/** A search as filters: a found item meets one of them. None, if the list declares its own search. */
export function searchFilters(table: ListMetadata, search: string | undefined): Filter[] {
  if (search === undefined || table.declared.search) return [];
  return [...table.fields.values()]
    .filter(({ options }) => options.searchable)
    .map((field) => ({ field, operator: 'contains', value: search }));
}

/** The requested order, or else the default order of the list. */
export function sortOf(table: ListMetadata, { sort, direction }: ListRequest): SortOrder {
  const standard = defaultSortOf(table);
  return {
    sort: sort ?? table.field(standard.by),
    direction: direction ?? (sort ? 'asc' : standard.order),
  };
}

/** Literal numbers: the planner must know how few rows a page has. */
export function boundsOf({ size, offset }: ListRequest): string {
  return `LIMIT ${size} OFFSET ${offset}`;
}

/** NULL is the largest value. */
export function orderBy(columns: readonly string[], direction: Direction): string {
  const suffix = direction === 'desc' ? 'DESC NULLS FIRST' : 'ASC NULLS LAST';
  return [...new Set(columns)].map((column) => `${column} ${suffix}`).join(', ');
}

function refuse(pointer: string, detail: string): never {
  throw invalidUrl([{ pointer, detail }]);
}

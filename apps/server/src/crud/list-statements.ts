import type { Caller } from '@portal/domain/caller';
import { IndexedList } from './indexed-list.js';
import { areIndexed, searchFilters } from './large-lists.js';
import { type ListRequest, sortOf } from './list-request.js';
import { type ListStatements, plainStatements } from './plain-statements.js';
import type { ResourceMetadata } from './resource-metadata.js';
import { type ScanStatements, scanStatements } from './scan-statements.js';

/** The statements of a list: by an index if one serves it. */
export function listStatements(
  table: ResourceMetadata,
  caller: Caller,
  request: ListRequest,
): ListStatements | ScanStatements {
  const list = indexedList(table, caller, request);
  if (!list) {
    return isServed(table, request)
      ? plainStatements(table, caller, request)
      : scanStatements(table, caller, request);
  }
  if (!list.isServed) return scanStatements(table, caller, withOrder(request, list));
  const plain = plainStatements(table, caller, request);
  return { ...plain, page: () => list.page(), first: (most) => list.first(most) };
}

/** Whether no index serves the list. */
export function isScan(list: ListStatements | ScanStatements): list is ScanStatements {
  return 'sorted' in list;
}

/** The statements of an export, in the order of the list. */
export function exportStatements(
  table: ResourceMetadata,
  caller: Caller,
  request: ListRequest,
): ScanStatements {
  const list = indexedList(table, caller, request);
  return scanStatements(table, caller, list ? withOrder(request, list) : request);
}

function indexedList(
  table: ResourceMetadata,
  caller: Caller,
  request: ListRequest,
): IndexedList | undefined {
  const { large } = table.resource;
  return large?.facets && new IndexedList(table, large, large.facets, caller, request);
}

function withOrder(request: ListRequest, { sort, direction }: IndexedList): ListRequest {
  return { ...request, sort, direction };
}

/** Whether the table is small, or has an index for the filters and the order. */
function isServed(table: ResourceMetadata, request: ListRequest): boolean {
  const { large } = table.resource;
  if (!large) return true;
  const filters = [...request.filters, ...searchFilters(table, request.search)];
  const { field } = sortOf(table, request);
  return (large.orders ?? []).includes(field.name) && areIndexed(large, filters);
}

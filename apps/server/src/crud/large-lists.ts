import { searchedIn } from './list-request.js';
import { ProblemException } from '../problems/problem.js';
import type { Filter, LargeTable, ListRequest } from './resource.js';
import type { ResourceMetadata } from './resource-metadata.js';

/** Whether indexes serve all of the filters. */
export function areIndexed({ filters: indexed }: LargeTable, filters: readonly Filter[]): boolean {
  return filters.every(({ field, operator }) => {
    const operators = indexed[field.name] ?? [];
    return operators === 'all' || operators.includes(operator);
  });
}

/** A search as filters. */
export function searchFilters(table: ResourceMetadata, search: string | undefined): Filter[] {
  if (search === undefined) return [];
  return searchedIn(table).map((name) => ({
    field: table.field(name),
    operator: 'contains',
    value: search,
  }));
}

/** The problem of a list that takes longer than `seconds`; it names the filters that have an index. */
export function tooBroad(
  table: ResourceMetadata,
  { filters }: ListRequest,
  seconds: number,
): ProblemException {
  const used = new Set(filters.map(({ field }) => field.name));
  const names = Object.keys(table.resource.large?.filters ?? {}).filter((name) => !used.has(name));
  const advice =
    names.length > 0
      ? `Filter by ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)}`
      : 'Use narrower filters';
  const detail = `Reading this list takes longer than ${seconds} s. ${advice}.`;
  return new ProblemException('too-broad', detail, [{ pointer: 'filters', detail: advice }]);
}

import { filterOperatorSchema, type FieldMeta, type FilterOperator } from '@portal/contracts/lists';
import { z } from 'zod';
import { parseJson } from '../../lib/parse-json';
import type { UrlParam } from '../../lib/url-state';

/** One condition of a filter. `value` is that of the API for the operator. */
export interface Condition {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: unknown;
}

const objectSchema = z.record(z.string(), z.unknown());

/** The parameter `filters` of a page: that of the API. Text that is not one is no condition. */
export const conditionsParam: UrlParam<readonly Condition[]> = {
  read: ([text]) => (text === undefined ? [] : readFilters(text)),
  write: (conditions) => (conditions.length === 0 ? [] : [filtersText(conditions)]),
};

/** `{"role":{"eq":"lead"}}`; empty without conditions. A later one replaces an equal pair. */
export function filtersText(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : JSON.stringify(filtersObject(conditions));
}

/** The conditions as a bulk request has them. */
export function filtersObject(conditions: readonly Condition[]): Record<string, unknown> {
  const filters: Record<string, Record<string, unknown>> = {};
  for (const { field, operator, value } of conditions) {
    filters[field] = { ...filters[field], [operator]: value };
  }
  return filters;
}

function readFilters(text: string): Condition[] {
  const filters = objectSchema.safeParse(parseJson(text));
  if (!filters.success) return [];
  return Object.entries(filters.data).flatMap(([field, value]) => {
    const operators = objectSchema.safeParse(value);
    if (!operators.success) return [{ field, operator: 'eq' as const, value }];
    return Object.entries(operators.data).flatMap(([name, operand]) => {
      const operator = filterOperatorSchema.safeParse(name);
      return operator.success ? [{ field, operator: operator.data, value: operand }] : [];
    });
  });
}

/** The operator in words: 'is one of', or 'after' for a date. */
export function operatorLabel(operator: FilterOperator, type: FieldMeta['type']): string {
  const isTime = type === 'date' || type === 'datetime';
  return (isTime ? TIME_LABELS[operator] : undefined) ?? LABELS[operator];
}

const LABELS: Readonly<Record<FilterOperator, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is greater than',
  gte: 'is at least',
  in: 'is one of',
  nin: 'is none of',
  contains: 'contains',
  starts_with: 'starts with',
  is_null: 'is empty',
  between: 'is between',
};
const TIME_LABELS: Partial<Record<FilterOperator, string>> = {
  lt: 'is before',
  lte: 'is not after',
  gt: 'is after',
  gte: 'is not before',
};

import type { CrudItem, FilterOperator } from '@portal/contracts/crud';

type Comparable = string | number;

export interface Asked {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: unknown;
}

/** The meaning of a filter without SQL, on an item as sent. */
export function meets(item: CrudItem, { field, operator, value }: Asked): boolean {
  const stored = item[field] as Comparable | null;
  const one = value as Comparable;
  const many = value as Comparable[];
  if (operator === 'is_null') return (stored === null) === value;
  if (stored === null) {
    return operator === 'eq'
      ? value === null
      : operator === 'nin' || (operator === 'ne' && value !== null);
  }
  switch (operator) {
    case 'eq':
      return stored === value;
    case 'ne':
      return stored !== value;
    case 'lt':
      return stored < one;
    case 'lte':
      return stored <= one;
    case 'gt':
      return stored > one;
    case 'gte':
      return stored >= one;
    case 'in':
      return many.includes(stored);
    case 'nin':
      return !many.includes(stored);
    case 'between':
      return stored >= (many[0] ?? '') && stored <= (many[1] ?? '');
    case 'contains':
      return lower(stored).includes(lower(one));
    case 'starts_with':
      return lower(stored).startsWith(lower(one));
  }
}

function lower(value: Comparable): string {
  return String(value).toLowerCase();
}

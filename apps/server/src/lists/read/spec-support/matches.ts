import type { ListedItem, FilterOperator } from '@portal/contracts/lists';
import { searchText } from '@portal/domain/search-text';

type Comparable = string | number;

export interface Asked {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: unknown;
}

/** The meaning of a filter without SQL, on an item as sent. */
export function meets(item: ListedItem, { field, operator, value }: Asked): boolean {
  const stored = comparable(item[field]) as Comparable | null;
  const one = comparable(value) as Comparable;
  const many = comparable(value) as Comparable[];
  if (operator === 'is_null') return (stored === null) === value;
  if (stored === null) {
    return operator === 'eq'
      ? value === null
      : operator === 'nin' || (operator === 'ne' && value !== null);
  }
  switch (operator) {
    case 'eq':
      return stored === one;
    case 'ne':
      return stored !== one;
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
      return searched(stored).includes(searched(one));
    case 'starts_with':
      return searched(stored).startsWith(searched(one));
  }
}

/** Instants have milliseconds or microseconds; as text they compare with the same digits only. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  return typeof value === 'string' ? value.replace(/(:\d\d\.\d{3})Z$/, '$1000Z') : value;
}

function searched(value: Comparable): string {
  return searchText(String(value));
}

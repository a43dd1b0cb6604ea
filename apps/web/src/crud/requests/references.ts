import type { FieldMeta } from '@portal/contracts/crud';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { crudKeys } from './crud-keys';
import { fetchItems } from './items';

type ForeignKey = NonNullable<FieldMeta['foreign_key']>;

/** An item of a referenced list: the value that is stored, as text, and the text to show. */
export interface Reference {
  readonly value: string;
  readonly label: string;
}

const FOUND = 20;
const MAX_LABELS = 100;

/** The referenced items that a text finds. */
export async function searchReferences(key: ForeignKey, text: string, signal: AbortSignal) {
  const query = { page: 1, size: FOUND, ...(text !== '' && { search: text }) };
  const { items } = await fetchItems(key.base, query, signal);
  return items.map((item) => referenceOf(key, item));
}

/** The text of each value; empty for values that are their own text. */
export function useReferenceLabels(field: FieldMeta, values: readonly string[]) {
  const key = field.foreign_key;
  const wanted = [...new Set(values)].toSorted().slice(0, MAX_LABELS);
  const isNeeded = key !== null && key.field !== key.label_field && wanted.length > 0;
  const { data } = useQuery({ ...labelsOptions(field, wanted), enabled: isNeeded });
  return data;
}

function labelsOptions({ type, foreign_key: key }: FieldMeta, values: readonly string[]) {
  const base = key?.base ?? '';
  return queryOptions({
    queryKey: [...crudKeys.base(base), 'labels', values],
    queryFn: async ({ signal }) => {
      if (key === null) return new Map<string, string>();
      const filters = JSON.stringify({
        [key.field]: { in: type === 'integer' ? values.map(Number) : values },
      });
      const { items } = await fetchItems(base, { page: 1, size: MAX_LABELS, filters }, signal);
      const found = items.map((item) => referenceOf(key, item));
      return new Map(found.map(({ value, label }) => [value, label]));
    },
  });
}

function referenceOf(key: ForeignKey, item: Readonly<Record<string, unknown>>): Reference {
  const value = String(item[key.field]);
  const label = item[key.label_field];
  return { value, label: typeof label === 'string' && label !== '' ? label : value };
}

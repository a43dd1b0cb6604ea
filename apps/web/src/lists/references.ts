import type { FieldMeta } from '@portal/contracts/lists';
import { LISTED_TABLES, type ListedTable } from '@portal/contracts/entities';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { typedEmail } from '../lib/typed-email';
import { api } from '../session/api';
import { fetchItems } from './api';
import { listKeys } from './keys';

type ForeignKey = NonNullable<FieldMeta['foreign_key']>;

/** A route that lists items, the field with their value and the one with their text. */
type Source = Pick<ForeignKey, 'base' | 'field' | 'label_field'>;

/** An item of a referenced list: the value that is stored, as text, and the text to show. */
export interface Reference {
  readonly value: string;
  readonly label: string;
}

/** What the texts of a list are read from, where it is known. */
const READS: Readonly<Partial<Record<string, readonly ListedTable[]>>> = {
  '/projects/list/': ['project'],
};

const FOUND = 20;
const MAX_LABELS = 100;

const PARAM = /\{(\w+)\}/g;

/** The fields of the form that select the candidates for this one. */
export function candidateParams({ foreign_key: key }: FieldMeta): string[] {
  return [...(key?.candidates?.path ?? '').matchAll(PARAM)].map(([, name = '']) => name);
}

/** Where a form finds its choices: the candidates as soon as the other fields select them. */
export function sourceOf(field: FieldMeta, values: Readonly<Record<string, string>>) {
  const key = field.foreign_key;
  const candidates = key?.candidates ?? null;
  if (candidates === null || candidateParams(field).some((name) => !values[name])) return key;
  const base = candidates.path.replaceAll(PARAM, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return { base, field: candidates.field, label_field: candidates.field };
}

const foundSchema = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

/** The referenced items that a text finds; last the text itself if it is the email of another one. */
async function searchReferences(key: Source, text: string, signal: AbortSignal) {
  const query = { page: 1, size: FOUND, ...(text !== '' && { search: text }) };
  const { items } = await api.call(key.base, foundSchema, { query, signal });
  const found = items.map((item) => referenceOf(key, item));
  if (key.field !== key.label_field) return found;
  const typed = typedEmail(
    text,
    found.map(({ value }) => value),
  );
  return [...found, ...typed.map((email) => ({ value: email, label: email }))];
}

/** The choices of a field whose form is open: those that a text finds and its limit allows. */
export async function findChoices(
  { minimum }: Pick<FieldMeta, 'minimum'>,
  source: Source,
  text: string,
  signal: AbortSignal,
) {
  const found = await searchReferences(source, text, signal);
  return found.filter(({ value }) => minimum === null || Number(value) >= minimum);
}

/** The first choices of a field. */
export function choicesOptions(field: FieldMeta) {
  const { foreign_key: key, minimum } = field;
  const base = key?.base ?? '';
  return queryOptions({
    meta: { reads: READS[base] ?? LISTED_TABLES },
    queryKey: [...listKeys.base(base), 'choices of', key?.field, minimum],
    queryFn: ({ signal }) => (key === null ? [] : findChoices(field, key, '', signal)),
  });
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
    // Another list may read any table.
    meta: { reads: READS[base] ?? LISTED_TABLES },
    queryKey: [...listKeys.base(base), 'labels', values],
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

function referenceOf(key: Source, item: Readonly<Record<string, unknown>>): Reference {
  const value = String(item[key.field]);
  const label = item[key.label_field];
  return { value, label: typeof label === 'string' && label !== '' ? label : value };
}

import { ApiError } from '../lib/api-error';
import type { FormField } from './field';

interface ServerErrors<Name extends string> {
  /** Names of fields with the server's words. */
  readonly atFields: readonly (readonly [Name, string])[];
  /** About fields that the form does not have. */
  readonly rest: readonly string[];
}

/**
 * What the server refuses, by field. A detail without a subject gets the label: 'must not be empty'
 * is 'Name must not be empty', but 'Invalid email address' stays.
 */
export function serverErrors<Name extends string>(
  fields: readonly FormField<Name>[],
  error: unknown,
): ServerErrors<Name> {
  const items = error instanceof ApiError ? error.errors : [];
  const atFields: (readonly [Name, string])[] = [];
  const rest: string[] = [];
  for (const { pointer, detail } of items) {
    const name = pointer.split('/')[1] ?? '';
    const field = fields.find((one) => one.name === name || one.covers?.includes(name));
    if (field) atFields.push([field.name, withSubject(field.label, detail)]);
    else rest.push(`${pointer} ${detail}`);
  }
  return { atFields, rest };
}

/** A detail in lower case lacks its subject. */
export function withSubject(label: string, detail: string): string {
  return /^\p{Lu}/u.test(detail) ? detail : `${label} ${detail}`;
}

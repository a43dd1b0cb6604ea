import type { FieldMeta } from '@portal/contracts/crud';
import { ApiError } from '../../lib/api-error';

interface ServerErrors {
  /** Names of fields with the server's words. */
  readonly atFields: readonly (readonly [string, string])[];
  /** About fields that the form does not have. */
  readonly rest: readonly string[];
}

/** What the server refuses, by field: '/name' 'must not be empty' → 'Name must not be empty'. */
export function serverErrors(fields: readonly FieldMeta[], error: unknown): ServerErrors {
  const items = error instanceof ApiError ? error.errors : [];
  const atFields: (readonly [string, string])[] = [];
  const rest: string[] = [];
  for (const { pointer, detail } of items) {
    const name = pointer.split('/')[1] ?? '';
    const field = fields.find((one) => one.name === name);
    if (field) atFields.push([name, `${field.label} ${detail}`]);
    else rest.push(`${pointer} ${detail}`);
  }
  return { atFields, rest };
}

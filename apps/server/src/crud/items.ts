import { createHash } from 'node:crypto';
import type { CrudItem, FieldType } from '@portal/contracts/crud';
import type { Values } from './resource.js';
import { digestOf, type Table } from './table.js';

/** A row as it travels, with its version: the same in a list, which leaves details out, as alone. */
export function presentItem(table: Table, row: Values): CrudItem {
  const fields = [...table.fields.values()];
  const values = Object.fromEntries(
    fields
      .filter(({ name }) => name in row)
      .map(({ name, type }) => [name, presentValue(row[name], type)]),
  );
  const known = fields.map((field): [string, unknown] => [
    field.name,
    field.options.detailOnly ? row[digestOf(field)] : values[field.name],
  ]);
  return { ...values, version: versionOf(Object.fromEntries(known)) };
}

function presentValue(value: unknown, type: FieldType): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return type === 'number' ? Number(value) : value;
}

/**
 * Of everything that the item shows, whichever table it is stored in, so that it changes when and
 * only when a reader would notice.
 */
function versionOf(values: Values): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}

export function etagOf(item: CrudItem): string {
  return `"${item.version}"`;
}

/** Whether an `If-Match` header admits the item; a proxy may have weakened the tag it saw. */
export function matches(ifMatch: string, item: CrudItem): boolean {
  return ifMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etagOf(item));
}

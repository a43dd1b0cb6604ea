import type { ListedItem, FieldType } from '@portal/contracts/lists';
import { versionOf } from '../../http/output/etags.js';
import type { Field } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';
import { digestOf, type ListMetadata } from '../declare/list-metadata.js';

/** These values of a row as JSON, without its version. */
export function presentValues(fields: readonly Field[], row: Row): Row {
  return Object.fromEntries(fields.map(({ name, type }) => [name, presentValue(row[name], type)]));
}

/** A row as JSON with its version; the version is the same in a list and alone. */
export function presentItem(table: ListMetadata, row: Row): ListedItem {
  const item: Record<string, unknown> = {};
  const known: Record<string, unknown> = table.hasDetails ? {} : item;
  for (const field of table.fields.values()) {
    const { name, type, options } = field;
    if (name in row) item[name] = presentValue(row[name], type);
    if (table.hasDetails) known[name] = options.detailOnly ? row[digestOf(field)] : item[name];
  }
  return Object.assign(item, { version: versionOf(known) });
}

function presentValue(value: unknown, type: FieldType): unknown {
  if (value === null || value === undefined) return null;
  return type === 'number' ? Number(value) : value;
}

import type { FieldType } from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import { type CsvCell, csvLine } from '@portal/domain/csv';
import { presentValues } from './items.js';
import type { Row } from './row.js';
import type { ResourceMetadata } from './resource-metadata.js';

/** The first line of an export: the names of the fields. */
export function csvHeader({ listedFields }: ResourceMetadata): string {
  return csvLine(listedFields.map(({ name }) => name));
}

/** One line of an export: the values that a list shows to the caller. */
export function csvRow(table: ResourceMetadata, caller: Caller, row: Row): string {
  const { shown } = table.resource;
  const values = presentValues(table, row);
  const item = shown ? shown(caller, values) : values;
  return csvLine(table.listedFields.map(({ name, type }) => cellOf(item[name], type)));
}

function cellOf(value: unknown, type: FieldType): CsvCell {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return type === 'integer' || type === 'number' ? { number: text } : text;
}

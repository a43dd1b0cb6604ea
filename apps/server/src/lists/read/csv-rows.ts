import type { FieldType } from '@portal/contracts/crud';
import type { CsvDialect } from '@portal/contracts/csv';
import type { Caller } from '@portal/domain/caller';
import { type CsvCell, csvHeader, csvLine } from '@portal/domain/csv';
import { presentValues } from './items.js';
import type { Row } from '../declare/resource.js';
import type { ResourceMetadata } from '../declare/resource-metadata.js';

/** The first line of an export: the names of the fields. */
export function exportHeader({ listedFields }: ResourceMetadata, dialect: CsvDialect): string {
  return csvHeader(
    listedFields.map(({ name }) => name),
    dialect,
  );
}

/** One line of an export: the values that a list shows to the caller. */
export function exportRow(
  table: ResourceMetadata,
  caller: Caller,
  row: Row,
  dialect: CsvDialect,
): string {
  const { shown } = table.resource;
  const values = presentValues(table, row);
  const item = shown ? shown(caller, values) : values;
  const cells = table.listedFields.map(({ name, type }) => cellOf(item[name], type));
  return csvLine(cells, dialect);
}

function cellOf(value: unknown, type: FieldType): CsvCell {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return type === 'integer' || type === 'number' ? { number: text } : text;
}

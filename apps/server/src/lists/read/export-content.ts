import type { ListExportQuery, ExportFormat, FieldType } from '@portal/contracts/lists';
import type { CsvDialect } from '@portal/contracts/csv';
import { type CsvCell, csvHeader, csvLine } from '@portal/domain/csv';
import { invalidUrl } from '../../problems/invalid-url.js';
import type { Field } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';
import type { ListMetadata } from '../declare/list-metadata.js';

/** The media type of each format. */
export const EXPORT_TYPES = {
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
} as const satisfies Readonly<Record<ExportFormat, string>>;

/** How the items of an export become text. */
export interface ExportContent {
  readonly head: string;
  /** Further items. */
  rows(items: readonly Row[]): string;
  readonly end: string;
}

/**
 * The fields that the export has, in this order.
 * @throws {ProblemException} `invalid-input`, with each unknown or repeated one
 */
export function exportedFields(table: ListMetadata, names?: readonly string[]): Field[] {
  if (names === undefined) return table.exportedFields;
  const known = [...table.exportable.keys()].join(', ');
  const problems = names.flatMap((name, at) => {
    if (!table.exportable.has(name)) return [`${name} is not a field; use some of ${known}`];
    return names.indexOf(name) < at ? [`${name} is repeated`] : [];
  });
  if (problems.length > 0) {
    throw invalidUrl(problems.map((detail) => ({ pointer: 'fields', detail })));
  }
  return names.flatMap((name) => table.exportable.get(name) ?? []);
}

/** @throws {ProblemException} `invalid-input` for a dialect of another format than CSV */
export function contentOf(
  { format, dialect }: Pick<ListExportQuery, 'format' | 'dialect'>,
  fields: readonly Field[],
): ExportContent {
  if (format === 'csv') return csvContent(fields, dialect);
  if (dialect !== 'standard') {
    throw invalidUrl([{ pointer: 'dialect', detail: 'belongs to the format csv: leave it out' }]);
  }
  return format === 'json' ? jsonContent(fields) : lineContent(fields);
}

function csvContent(fields: readonly Field[], dialect: CsvDialect): ExportContent {
  const line = (item: Row): string =>
    csvLine(
      fields.map(({ name, type }) => cellOf(item[name], type)),
      dialect,
    );
  return {
    head: csvHeader(
      fields.map(({ name }) => name),
      dialect,
    ),
    rows: (items) => items.map(line).join(''),
    end: '',
  };
}

function cellOf(value: unknown, type: FieldType): CsvCell {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return type === 'integer' || type === 'number' ? { number: text } : text;
}

function jsonContent(fields: readonly Field[]): ExportContent {
  let separator = '';
  return {
    head: '[\n',
    rows: (items) =>
      items
        .map((item) => {
          const text = `${separator}${jsonOf(item, fields)}`;
          separator = ',\n';
          return text;
        })
        .join(''),
    end: '\n]\n',
  };
}

function lineContent(fields: readonly Field[]): ExportContent {
  return {
    head: '',
    rows: (items) => items.map((item) => `${jsonOf(item, fields)}\n`).join(''),
    end: '',
  };
}

function jsonOf(item: Row, fields: readonly Field[]): string {
  return JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, item[name]])));
}

import {
  CSV_FIELDS,
  type CsvColumns,
  type CsvField,
  csvRowSchema,
  OTHER_COLUMNS,
} from '@portal/contracts/task-csv';
import type { EmptyCells } from '@portal/contracts/task-file';
import { taskFileRowSchema } from '@portal/contracts/tasks';
import { GUARD, withoutGuard } from './csv.js';
import { plainHeader } from './file-format/columns.js';
import type { Separator } from './csv-records.js';
import { keepsPrecision } from './exact-numbers.js';

const NUMBERS: ReadonlySet<string> = fieldsThat((field) => field.safeParse(1).success);
const REQUIRED: ReadonlySet<string> = fieldsThat((field) => !field.safeParse(undefined).success);
const ONLY_IN_JSON: ReadonlySet<string> = new Set(
  Object.keys(taskFileRowSchema.shape).filter((name) => !(name in csvRowSchema.shape)),
);
const MAX_NAMED = 5;

/** The field whose name a header is. */
export function fieldOfHeader(header: string): CsvField | undefined {
  const plain = plainHeader(header);
  return CSV_FIELDS.find((field) => field === plain);
}

/** Whether a column of this name is one of the file's: it is a field, or `columns` names it. */
export function columnKnower(columns: CsvColumns | null): (header: string) => boolean {
  const named = new Set(Object.keys(columns ?? {}).map(plainHeader));
  return (header) => named.has(plainHeader(header)) || fieldOfHeader(header) !== undefined;
}

/**
 * What a column is read as: a field; null if it is ignored; undefined if it has no header and is not mapped
 * either, so that it may hold nothing.
 */
type ColumnField = CsvField | null | undefined;

/** Required fields that are not among the given ones. */
export function missingFields(fields: readonly ColumnField[]): CsvField[] {
  return CSV_FIELDS.filter((field) => REQUIRED.has(field) && !fields.includes(field));
}

/** Headers that occur more than once; columns without a header are not repeated. */
export function repeatedHeaders(headers: readonly string[]): string[] {
  const seen = new Set<string>();
  return headers.filter((header) => {
    const plain = plainHeader(header);
    if (isNameless(plain) || !seen.has(plain)) return void seen.add(plain);
    return true;
  });
}

/** The field of each column, or the problem of the header line, which is a sentence for the uploader. */
export function fieldsOfHeaders(
  headers: readonly string[],
  columns: CsvColumns | null,
): readonly ColumnField[] | { readonly problem: string } {
  const [repeated] = repeatedHeaders(headers);
  if (repeated !== undefined) return { problem: `The column ${quoted(repeated)} is repeated` };
  const mapped = new Map(
    Object.entries(columns ?? {}).map(([header, field]) => [plainHeader(header), field]),
  );
  const present = new Set(headers.map(plainHeader));
  const absent = [...mapped.keys()].filter(
    (header) => header !== OTHER_COLUMNS && !present.has(header),
  );
  if (absent.length > 0) {
    return { problem: `columns names ${named(absent)}, which the file does not have` };
  }
  const others = mapped.get(OTHER_COLUMNS);
  const fields = headers.map((header) => {
    const chosen = mapped.get(plainHeader(header));
    if (chosen !== undefined) return chosen;
    return fieldOfHeader(header) ?? (isNameless(header) ? undefined : others);
  });
  const unknown = headers.filter((header, at) => fields[at] === undefined && !isNameless(header));
  if (unknown.length > 0) return { problem: unknownProblem(unknown) };
  const twice = fields.find((field, at) => field && fields.indexOf(field) !== at);
  if (twice) {
    const both = headers.filter((_header, at) => fields[at] === twice);
    return { problem: `The columns ${named(both)} are all mapped to ${twice}` };
  }
  const missing = missingFields(fields);
  if (missing.length > 0) {
    return { problem: `The file has no column for ${missing.join(', ')}, which every row needs` };
  }
  return fields;
}

function isNameless(header: string): boolean {
  return header.trim() === '';
}

function unknownProblem(headers: readonly string[]): string {
  const json = headers.filter((header) => ONLY_IN_JSON.has(plainHeader(header)));
  if (json.length > 0) {
    return `CSV files cannot carry ${named(json)}: only JSON files carry reviews and metadata`;
  }
  return (
    `The file has columns that are no fields of tasks: ${named(headers)}. ` +
    'Map them with columns, or ignore them there with null'
  );
}

function named(headers: readonly string[]): string {
  const more = headers.length - MAX_NAMED;
  const first = headers.slice(0, MAX_NAMED).map(quoted).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}

function quoted(header: string): string {
  return isNameless(header) ? '"" (a column without a header)' : `"${header.trim()}"`;
}

/** How the cells of a CSV file become values. */
export interface CellSettings {
  readonly fields: readonly ColumnField[];
  readonly empty: EmptyCells;
  /** Numbers between semicolons may have a decimal comma. */
  readonly separator: Separator;
}

/**
 * Returns a function that says why the cells of a row are not those of the columns; undefined if they are.
 * Spreadsheets write empty cells below no header; a value there belongs to no column.
 */
export function misfitFinder(
  fields: readonly ColumnField[],
): (cells: readonly string[]) => string | undefined {
  const named = fields.findLastIndex((field) => field !== undefined) + 1;
  const areAllNamed = fields.every((field) => field !== undefined);
  return (cells) => {
    if (areAllNamed && cells.length === named) return undefined;
    const stray = cells.findIndex((cell, at) => fields[at] === undefined && cell.trim() !== '');
    if (cells.length < named || stray >= fields.length) {
      const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`;
      const hint = cells.length < named ? SHORT_ROW : '';
      return `has ${count}, but the header line has ${fields.length}${hint}`;
    }
    return stray === -1
      ? undefined
      : `has a value in column ${stray + 1}, which has no name in the header line`;
  };
}

/** A row that was cut looks the same, so that none is completed. */
const SHORT_ROW =
  ': Excel leaves out empty cells at the end of rows; make the last column one that is never empty';

/** Why the number in a cell cannot be taken. */
export type NumberFlaw = 'inexact-number' | 'shortened-id';

interface Column {
  readonly field: CsvField;
  readonly at: number;
  readonly kind: 'text' | 'number' | 'id';
}

type CsvRow = Partial<Record<CsvField, string | number | null>>;

/**
 * Returns a function that gives the row that the cells of one line stand for, as a JSON file would have it: an
 * empty cell is an absent field or null. What is not written like a number stays text, so that the rule of its
 * field names it. `onFlaw` is called with fields whose number a double cannot represent, or that is an id
 * without its last digits.
 */
export function cellReader({ fields, empty, separator }: CellSettings) {
  const columns: Column[] = [];
  for (const [at, field] of fields.entries()) {
    if (field) columns.push({ field, at, kind: kindOf(field) });
  }
  return (
    cells: readonly string[],
    onFlaw: (field: CsvField, flaw: NumberFlaw) => void,
  ): CsvRow => {
    const row: CsvRow = {};
    for (const { field, at, kind } of columns) {
      const cell = cells[at] ?? '';
      if (cell === '' || cell.trim() === '') {
        if (empty === 'clear') row[field] = null;
      } else if (kind === 'text') {
        row[field] = withoutGuard(cell);
      } else if (kind === 'id' && SHORTENED.test(cell.trim())) {
        onFlaw(field, 'shortened-id');
        row[field] = cell;
      } else {
        const literal = numberIn(cell, separator);
        if (literal !== undefined && !isExact(literal)) onFlaw(field, 'inexact-number');
        row[field] = literal === undefined ? cell : Number(literal);
      }
    }
    return row;
  };
}

function kindOf(field: CsvField): Column['kind'] {
  if (field.endsWith('_id')) return 'id';
  return NUMBERS.has(field) ? 'number' : 'text';
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMBER_WITH_COMMA = /^-?(?:0|[1-9]\d*),\d+(?:[eE][+-]?\d+)?$/;
/** An id that a spreadsheet shows in a narrow column, and saves as it shows it. */
const SHORTENED = /^'?[+-]?\d+(?:[.,]\d*)?[eE][+-]?\d+$/;

/** A guarded number is one that was written for Excel. */
function numberIn(cell: string, separator: Separator): string | undefined {
  const trimmed = cell.trim();
  const text = trimmed.startsWith(GUARD) ? trimmed.slice(GUARD.length) : trimmed;
  if (NUMBER.test(text)) return text;
  return separator === ';' && NUMBER_WITH_COMMA.test(text) ? text.replace(',', '.') : undefined;
}

/** A double represents any 15 digits. */
const SAFE_LENGTH = 15;

function isExact(literal: string): boolean {
  return (literal.length <= SAFE_LENGTH && !/e/i.test(literal)) || keepsPrecision(literal);
}

function fieldsThat(
  condition: (field: (typeof csvRowSchema.shape)[CsvField]) => boolean,
): ReadonlySet<string> {
  return new Set(CSV_FIELDS.filter((name) => condition(csvRowSchema.shape[name])));
}

import {
  type CsvColumns,
  type CsvField,
  csvRowSchema,
  type EmptyCells,
} from '@portal/contracts/task-csv';
import { taskFileRowSchema } from '@portal/contracts/tasks';
import type { Separator } from './csv-records.js';
import { keepsPrecision } from './exact-numbers.js';

export const CSV_FIELDS: readonly CsvField[] = csvRowSchema.keyof().options;

const NUMBERS: ReadonlySet<string> = fieldsThat((field) => field.safeParse(1).success);
const REQUIRED: ReadonlySet<string> = fieldsThat((field) => !field.safeParse(undefined).success);
const ONLY_IN_JSON: ReadonlySet<string> = new Set(
  Object.keys(taskFileRowSchema.shape).filter((name) => !(name in csvRowSchema.shape)),
);
const MAX_NAMED = 5;

/** Headers are compared without case and blanks around them. */
function plainHeader(header: string): string {
  return header.trim().toLowerCase();
}

/** The field whose name a header is. */
export function fieldOfHeader(header: string): CsvField | undefined {
  const plain = plainHeader(header);
  return CSV_FIELDS.find((field) => field === plain);
}

/** Required fields that are not among the given ones. */
export function missingFields(fields: readonly (CsvField | null)[]): CsvField[] {
  return CSV_FIELDS.filter((field) => REQUIRED.has(field) && !fields.includes(field));
}

/** Headers that occur more than once; columns without a header are not repeated. */
export function repeatedHeaders(headers: readonly string[]): string[] {
  const seen = new Set<string>();
  return headers.filter((header) => {
    const plain = plainHeader(header);
    if (plain === '' || !seen.has(plain)) return void seen.add(plain);
    return true;
  });
}

/**
 * The field of each column, null for one that is ignored, or the problem of the header line, which is a sentence
 * for the uploader.
 */
export function fieldsOfHeaders(
  headers: readonly string[],
  columns: CsvColumns | null,
): readonly (CsvField | null)[] | { readonly problem: string } {
  const [repeated] = repeatedHeaders(headers);
  if (repeated !== undefined) return { problem: `The column ${quoted(repeated)} is repeated` };
  const mapped = new Map(
    Object.entries(columns ?? {}).map(([header, field]) => [plainHeader(header), field]),
  );
  const present = new Set(headers.map(plainHeader));
  const absent = [...mapped.keys()].filter((header) => !present.has(header));
  if (absent.length > 0) {
    return { problem: `columns names ${named(absent)}, which the file does not have` };
  }
  const fields = headers.map((header) => {
    const chosen = mapped.get(plainHeader(header));
    return chosen === undefined ? fieldOfHeader(header) : chosen;
  });
  const unknown = headers.filter((_header, at) => fields[at] === undefined);
  if (unknown.length > 0) return { problem: unknownProblem(unknown) };
  const found = fields.filter((field) => field !== undefined);
  const twice = found.find((field, at) => field !== null && found.indexOf(field) !== at);
  if (twice !== undefined) {
    const both = headers.filter((_header, at) => fields[at] === twice);
    return { problem: `The columns ${named(both)} are all mapped to ${twice}` };
  }
  const missing = missingFields(found);
  if (missing.length > 0) {
    return { problem: `The file has no column for ${missing.join(', ')}, which every row needs` };
  }
  return found;
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
  return header.trim() === '' ? '"" (a column without a header)' : `"${header.trim()}"`;
}

/** How the cells of a CSV file become values. */
export interface CellSettings {
  readonly fields: readonly (CsvField | null)[];
  readonly empty: EmptyCells;
  /** Numbers between semicolons may have a decimal comma. */
  readonly separator: Separator;
}

interface Column {
  readonly field: CsvField;
  readonly at: number;
  readonly isNumber: boolean;
}

/**
 * Returns a function that gives the row that the cells of one line stand for, as a JSON file would have it: an
 * empty cell is an absent field or null. What is not written like a number stays text, so that the rule of its
 * field names it. `onInexact` is called with fields whose number a double cannot represent.
 */
export function cellReader({ fields, empty, separator }: CellSettings) {
  const columns: Column[] = [];
  for (const [at, field] of fields.entries()) {
    if (field !== null) columns.push({ field, at, isNumber: NUMBERS.has(field) });
  }
  return (
    cells: readonly string[],
    onInexact: (field: CsvField) => void,
  ): Partial<Record<CsvField, string | number | null>> => {
    const row: Partial<Record<CsvField, string | number | null>> = {};
    for (const { field, at, isNumber } of columns) {
      const cell = cells[at] ?? '';
      if (cell === '') {
        if (empty === 'clear') row[field] = null;
      } else if (isNumber) {
        const literal = numberIn(cell, separator);
        if (literal !== undefined && !isExact(literal)) onInexact(field);
        row[field] = literal === undefined ? cell : Number(literal);
      } else {
        row[field] = cell;
      }
    }
    return row;
  };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMBER_WITH_COMMA = /^-?(?:0|[1-9]\d*),\d+$/;

function numberIn(cell: string, separator: Separator): string | undefined {
  const text = cell.trim();
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

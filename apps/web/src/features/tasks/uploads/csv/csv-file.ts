import {
  type CsvColumns,
  type CsvField,
  csvColumnsParam,
  csvRowSchema,
  type EmptyCells,
  OTHER_COLUMNS,
} from '@portal/contracts/task-csv';
import {
  cellReader,
  fieldOfHeader,
  missingFields,
  repeatedHeaders,
} from '@portal/domain/csv-tasks';
import { type CsvHead, readHead } from './read-head';
import { suggestedFields } from './suggested-fields';

/** The beginning of a chosen CSV file, and how it is to be read. */
export interface CsvFile extends CsvHead {
  /** The field of each column; null for one that is ignored. */
  readonly fields: readonly (CsvField | null)[];
  readonly empty: EmptyCells;
  /** The `columns` of the upload; null if the headers are the fields. */
  readonly columns: CsvColumns | null;
  /** Why the file cannot be sent as it is; sentences for the user. */
  readonly problems: readonly string[];
}

/** A chosen CSV file with the usual fields of its headers; undefined if the file is not CSV. */
export async function readCsvFile(file: File): Promise<CsvFile | undefined> {
  const head = await readHead(file);
  return head && withFields({ ...head, empty: 'keep' }, suggestedFields(head.headers));
}

/** The file with a field for one column; another column that has the field is ignored then. */
export function withField(csv: CsvFile, column: number, field: CsvField | null): CsvFile {
  return withFields(
    csv,
    csv.fields.map((known, at) => {
      if (at === column) return field;
      return known === field ? null : known;
    }),
  );
}

function withFields(
  csv: Omit<CsvFile, 'fields' | 'columns' | 'problems'>,
  fields: readonly (CsvField | null)[],
): CsvFile {
  const columns = columnsOf(csv.headers, fields);
  return { ...csv, fields, columns, problems: problemsOf(csv, fields, columns) };
}

/** What differs from the names of the headers; however many columns are ignored, this stays short. */
function columnsOf(
  headers: readonly string[],
  fields: readonly (CsvField | null)[],
): CsvColumns | null {
  const other = headers.flatMap((header, at) => {
    const field = fields[at] ?? null;
    const own = fieldOfHeader(header);
    if (own === field) return [];
    const isOther = field === null && own === undefined && header.trim() !== '';
    return [[isOther ? OTHER_COLUMNS : header.trim(), field] as const];
  });
  return other.length === 0 ? null : Object.fromEntries(other);
}

function problemsOf(
  { headers, rows, isCutOff }: CsvHead,
  fields: readonly (CsvField | null)[],
  columns: CsvColumns | null,
): readonly string[] {
  const repeated = repeatedHeaders(headers).map(
    (header) => `The column "${header.trim()}" is repeated: give each its own name in the file.`,
  );
  const missing = missingFields(fields).map(
    (field) => `No column becomes ${field} yet, which every row needs.`,
  );
  const isEmpty = rows.length === 0 && !isCutOff;
  const empty = isEmpty ? ['The file has no rows below its header line.'] : [];
  const long = isTooLong(columns)
    ? ['The names of the columns are too long to be sent: shorten them in the file.']
    : [];
  return [...repeated, ...missing, ...empty, ...long];
}

/** The part of the longest URL that the columns may take. */
const MAX_SENT = 30_000;

function isTooLong(columns: CsvColumns | null): boolean {
  if (columns === null) return false;
  const text = JSON.stringify(columns);
  return !csvColumnsParam.safeParse(text).success || encodeURIComponent(text).length > MAX_SENT;
}

/** One cell of the preview. */
export interface ReadCell {
  readonly text: string;
  /** Whether the text is the value, or says what happens to the stored one. */
  readonly isValue: boolean;
  readonly isValid: boolean;
}

/** The first rows as they will be read: the cell of each field that has a column. */
export function readRows(csv: CsvFile): readonly ReadonlyMap<CsvField, ReadCell>[] {
  const read = cellReader(csv);
  return csv.rows.map((cells) => {
    const inexact = new Set<CsvField>();
    const row = read(cells, (field) => inexact.add(field));
    return new Map(
      csv.fields
        .filter((field) => field !== null)
        .map((field) => [field, cellOf(field, row[field], inexact.has(field))]),
    );
  });
}

function cellOf(
  field: CsvField,
  value: string | number | null | undefined,
  isInexact: boolean,
): ReadCell {
  const isValid = !isInexact && csvRowSchema.shape[field].safeParse(value).success;
  if (value === undefined) return { text: 'kept', isValue: false, isValid };
  if (value === null) return { text: 'cleared', isValue: false, isValid };
  return { text: String(value), isValue: true, isValid };
}

import {
  type FieldSource,
  type FormatSettings,
  type ReviewField,
  REVIEW_FIELDS,
} from '@portal/contracts/file-formats';
import { CSV_FIELDS, type CsvField, csvRowSchema } from '@portal/contracts/task-csv';
import { taskFileReviewSchema } from '@portal/contracts/tasks';
import { withoutGuard } from '../csv.js';
import { keepsPrecision } from '../exact-numbers.js';
import { VALUE_FLAWS } from '../json-flaws.js';
import { columnReader, type ColumnReader, plainHeader, type RawRow } from './columns.js';
import { INSTANT_EXAMPLES, instantReader } from './instants.js';
import { minutesOf, minutesOfClock, numberLiteral } from './numbers.js';
import { LISTS, textsReader } from './text-lists.js';

/** Called for each value that cannot be read; the field is `reviews/0/score` for one of the review. */
export type MapReport = (field: string, reason: string, value: string) => void;
/** The row as a file in the portal's own names has it; the values are not checked by the rules of their fields. */
export type MappedRow = Record<string, unknown>;
export type RowMapper = (row: RawRow, report: MapReport) => MappedRow | undefined;

/** Columns that the format reads and the file does not have; none in JSON, where a row may leave out any. */
export function absentColumns(
  settings: FormatSettings,
  headers: readonly string[] | undefined,
): string[] {
  return readColumns(settings).filter((column) => !columnReader(column, headers));
}

/** Columns of the file that the format was not made with, so that nobody has said what they are. */
export function newColumns(settings: FormatSettings, headers: readonly string[]): string[] {
  const known = new Set([...settings.columns, ...readColumns(settings)].map(plainHeader));
  return headers.filter((header) => header.trim() !== '' && !known.has(plainHeader(header)));
}

/** The columns that become something. */
export function readColumns({ fields, review, metadata }: FormatSettings): string[] {
  const sources = [...Object.values(fields), ...Object.values(review)];
  return [
    ...new Set([
      ...sources.flatMap((source) => ('columns' in source ? source.columns : [])),
      ...metadata,
    ]),
  ];
}

/**
 * Returns a function that gives the row of a task file that a row of the tool's file stands for, or undefined after
 * reporting what cannot be read. A text that is no number stays text, so that the rule of the field names it.
 * @param headers of a CSV file; undefined for JSON
 */
export function rowMapper(
  settings: FormatSettings,
  headers: readonly string[] | undefined,
): RowMapper {
  const task = CSV_FIELDS.flatMap((field) => {
    const source = settings.fields[field];
    return source ? [fieldMapper(field, field, source, settings, headers)] : [];
  });
  const review = REVIEW_FIELDS.flatMap((field) => {
    const source = settings.review[field];
    return source ? [fieldMapper(field, `reviews/0/${field}`, source, settings, headers)] : [];
  });
  const metadata = settings.metadata.flatMap((column) => {
    const read = columnReader(column, headers);
    return read ? [[column, read] as const] : [];
  });
  return (row, tell) => {
    let isFlawed = false;
    const report: MapReport = (...flaw) => {
      isFlawed = true;
      tell(...flaw);
    };
    const mapped: MappedRow = {};
    for (const { field, valueOf } of task) {
      const value = valueOf(row, report);
      if (value !== undefined) mapped[field] = value;
    }
    if (metadata.length > 0) mapped['metadata'] = metadataOf(metadata, row);
    if (review.length > 0) {
      const read = reviewOf(review, row, report);
      if (read) mapped['reviews'] = [read];
      else if (settings.rows === 'reviews')
        report('reviews/0', 'is missing; the row has no review', '');
    }
    return isFlawed ? undefined : mapped;
  };
}

interface FieldMapper {
  readonly field: string;
  readonly isConstant: boolean;
  /** Undefined if the row has nothing there. */
  readonly valueOf: (row: RawRow, report: MapReport) => unknown;
}

function fieldMapper(
  field: CsvField | ReviewField,
  reported: string,
  source: FieldSource,
  settings: FormatSettings,
  headers: readonly string[] | undefined,
): FieldMapper {
  const isList = LISTS.has(field);
  if ('constant' in source) {
    const { constant } = source;
    return { field, isConstant: true, valueOf: () => (isList ? [constant] : constant) };
  }
  const meaningOf = meanings(source.values);
  const nothing = settings.empty === 'clear' && !ALWAYS_GIVEN.has(field) ? null : undefined;
  if (isList) {
    const textsOf = textsReader(source, headers);
    return {
      field,
      isConstant: false,
      valueOf: (row, report) => {
        const meant = textsOf(row, () => report(reported, NO_TEXT, '')).flatMap((text) => {
          const meaning = meaningOf?.(text);
          return meaning === null ? [] : [meaning ?? text];
        });
        return meant.length > 0 ? meant : nothing;
      },
    };
  }
  const { ofText, ofNumber } = converter(field, reported, settings);
  const read = sourceReader(source, reported, headers);
  return {
    field,
    isConstant: false,
    valueOf: (row, report) => {
      const value = read(row, report);
      if (typeof value === 'number' && ofNumber && !meaningOf) return ofNumber(value);
      const text = textIn(value, reported, report);
      if (text === '') return nothing;
      const meaning = meaningOf?.(text);
      if (meaning === null) return nothing;
      if (meaning !== undefined) return meaning;
      return typeof value === 'number' && ofNumber ? ofNumber(value) : ofText(text, report);
    },
  };
}

type Meaning = string | number | null | undefined;
const MOST_SPELLINGS = 10_000;

/** Returns what a text means by the format; undefined if it gives no text a meaning. */
function meanings(
  values: Readonly<Record<string, string | number | null>>,
): ((text: string) => Meaning) | undefined {
  const known = new Map(
    Object.entries(values).map(([text, value]) => [plainHeader(text), value] as const),
  );
  if (known.size === 0) return undefined;
  // A file has few spellings in very many rows.
  const spelled = new Map<string, Meaning>();
  return (text) => {
    if (!spelled.has(text)) {
      if (spelled.size >= MOST_SPELLINGS) spelled.clear();
      spelled.set(text, known.get(plainHeader(text)));
    }
    return spelled.get(text);
  };
}

/** Fields that no row may clear. */
const ALWAYS_GIVEN: ReadonlySet<string> = new Set<CsvField | ReviewField>([
  ...(['turing_task_id', 'turing_project_id', 'project_id', 'turing_batch_id'] as const),
  ...(['batch_name', 'status', 'turing_review_id'] as const),
]);

/** Reads a column, or the texts of several, joined. */
function sourceReader(
  { columns, join }: Extract<FieldSource, { columns: unknown }>,
  reported: string,
  headers: readonly string[] | undefined,
): (row: RawRow, report: MapReport) => unknown {
  const readers = columns.flatMap((column) => columnReader(column, headers) ?? []);
  const [only] = readers;
  if (only && readers.length === 1) return only;
  return (row, report) =>
    readers
      .map((read) => textIn(read(row), reported, report))
      .filter((text) => text !== '')
      .join(join);
}

const NO_TEXT = 'is an object or a list of them: choose one of its values';

function textIn(value: unknown, field: string, report: MapReport): string {
  if (typeof value === 'string') return withoutGuard(value.trim());
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.map(String).join(', ');
  }
  report(field, NO_TEXT, '');
  return '';
}

type Convert = (text: string, report: MapReport) => unknown;

/** How a text of the file becomes the value of a field, and a number of JSON; without `ofNumber` as its text. */
interface Converter {
  readonly ofText: Convert;
  readonly ofNumber?: (value: number) => number;
}

function converter(
  field: CsvField | ReviewField,
  reported: string,
  settings: FormatSettings,
): Converter {
  if (INSTANTS.has(field)) return { ofText: instants(reported, settings) };
  const { duration } = settings;
  if (field === 'duration_minutes') {
    const ofNumber = (value: number): number => minutesOf(value, duration);
    return { ofText: durations(reported, settings), ofNumber };
  }
  const asItIs = (value: number): number => value;
  if (field.endsWith('_id')) return { ofText: ids(reported, settings), ofNumber: asItIs };
  if (!NUMBERS.has(field)) return { ofText: (text) => text };
  return {
    ofText: (text, report) => numberIn(text, settings, reported, report) ?? text,
    ofNumber: asItIs,
  };
}

function instants(reported: string, { instants: form, time_zone: zone }: FormatSettings): Convert {
  const read = instantReader(form, zone);
  return (text, report) => {
    const instant = read(text);
    if (instant === undefined) {
      report(reported, `is not a date and time such as ${INSTANT_EXAMPLES[form]}`, text);
    }
    return instant;
  };
}

function durations(reported: string, settings: FormatSettings): Convert {
  return (text, report) => {
    const clock = settings.duration === 'hours' ? minutesOfClock(text) : undefined;
    if (clock !== undefined) return clock;
    const value = numberIn(text, settings, reported, report);
    return value === undefined ? text : minutesOf(value, settings.duration);
  };
}

/** An id that a spreadsheet has shown in a narrow column, and saved as it showed it. */
export const SHORTENED_ID = /^[+-]?\d+(?:[.,]\d*)?[eE][+-]?\d+$/;
/** As spreadsheets write whole numbers that they hold as fractions. */
const WHOLE = /^(\d+)[.,]0+$/;

function ids(reported: string, settings: FormatSettings): Convert {
  return (text, report) => {
    if (SHORTENED_ID.test(text)) {
      report(reported, VALUE_FLAWS['shortened-id'], text);
      return undefined;
    }
    const [, whole = text] = WHOLE.exec(text) ?? [];
    return numberIn(whole, settings, reported, report) ?? text;
  };
}

/** A double represents any 15 digits. */
const SAFE_LENGTH = 15;

function numberIn(
  text: string,
  { decimal }: FormatSettings,
  reported: string,
  report: MapReport,
): number | undefined {
  const literal = numberLiteral(text, decimal);
  if (literal === undefined) return undefined;
  const isExact = literal.length <= SAFE_LENGTH && !/e/i.test(literal);
  if (!isExact && !keepsPrecision(literal)) report(reported, VALUE_FLAWS['inexact-number'], text);
  return Number(literal);
}

const NUMBERS: ReadonlySet<string> = new Set([
  ...thatAccept(csvRowSchema.shape, 1),
  ...thatAccept(taskFileReviewSchema.shape, 1),
]);
const INSTANTS: ReadonlySet<string> = new Set(
  [...CSV_FIELDS, ...REVIEW_FIELDS].filter((field) => field.endsWith('_at')),
);

interface Rule {
  safeParse(value: unknown): { readonly success: boolean };
}

function thatAccept(shape: Readonly<Record<string, Rule>>, value: unknown): string[] {
  return Object.keys(shape).filter((name) => shape[name]?.safeParse(value).success);
}

function reviewOf(
  fields: readonly FieldMapper[],
  row: RawRow,
  report: MapReport,
): MappedRow | undefined {
  const review: MappedRow = {};
  let hasValue = false;
  for (const { field, isConstant, valueOf } of fields) {
    const value = valueOf(row, report);
    if (value === undefined) continue;
    review[field] = value;
    if (!isConstant && value !== null) hasValue = true;
  }
  return hasValue ? review : undefined;
}

function metadataOf(
  columns: readonly (readonly [name: string, read: ColumnReader])[],
  row: RawRow,
): MappedRow {
  const metadata: MappedRow = {};
  for (const [name, read] of columns) {
    const value = read(row);
    const kept = typeof value === 'string' ? withoutGuard(value.trim()) : value;
    if (kept !== undefined && kept !== null && kept !== '') metadata[name] = kept;
  }
  return metadata;
}

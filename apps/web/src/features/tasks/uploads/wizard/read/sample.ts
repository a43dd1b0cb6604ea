import type { Separator } from '@portal/domain/csv-records';
import { columnReader, type RawRow } from '@portal/domain/file-format/columns';
import { formatOfContent, formatOfName } from '@portal/domain/task-file-format';
import { guessEncoding } from './encoding';
import { type Reading, rowReader } from './file-rows';
import { type JsonRow, pathsOf } from './json-rows';
import { unpackedBytes } from './unpacked';

const HEAD_BYTES = 256 * 1024;

/** The beginning of a task file. */
export interface Sample extends Reading {
  /** The names of its columns; of JSON the keys and paths. */
  readonly headers: readonly string[];
  readonly rows: readonly RawRow[];
  /** Whether the file goes on after these rows. */
  readonly isCutOff: boolean;
}

/** What is known of a file without a guess. */
export type Told = Partial<Pick<Reading, 'encoding' | 'separator'>>;

/**
 * The beginning of a file, with its encoding and separator as they are told or else seem to be; undefined if it has
 * no rows that can be read: the server says why.
 */
export async function readSample(file: File, told: Told = {}): Promise<Sample | undefined> {
  const head = await headOf(file);
  const encoding = told.encoding ?? guessEncoding(head.bytes);
  const named = formatOfName(file.name, file.type);
  const kind =
    named === 'csv' || named === 'json'
      ? named
      : formatOfContent(new TextDecoder(encoding).decode(head.bytes));
  const reading = { file: kind, encoding, separator: told.separator ?? null };
  return sampleOf(head, reading);
}

interface Head {
  readonly bytes: Uint8Array;
  readonly isCutOff: boolean;
}

async function headOf(file: File): Promise<Head> {
  const bytes = new Uint8Array(HEAD_BYTES);
  let used = 0;
  try {
    for await (const part of unpackedBytes(file)) {
      const fitting = part.subarray(0, HEAD_BYTES - used);
      bytes.set(fitting, used);
      used += fitting.length;
      if (fitting.length < part.length) return { bytes, isCutOff: true };
    }
  } catch (error) {
    // What comes before the damage can be shown.
    if (used === 0) throw error;
    return { bytes: bytes.subarray(0, used), isCutOff: true };
  }
  return { bytes: bytes.subarray(0, used), isCutOff: false };
}

function sampleOf({ bytes, isCutOff }: Head, reading: Reading): Sample | undefined {
  const rows: RawRow[] = [];
  let head: { readonly headers: readonly string[]; readonly separator: Separator } | undefined;
  const reader = rowReader(reading, {
    header: (headers, separator) => (head = { headers, separator }),
    row: (row) => row && rows.push(row),
  });
  try {
    reader.push(bytes);
    if (!isCutOff) reader.end();
  } catch {
    return undefined;
  }
  if (reading.file === 'json') {
    const headers = pathsOf(rows.filter(isJsonRow));
    return headers.length === 0 ? undefined : { ...reading, headers, rows, isCutOff };
  }
  if (!head) return undefined;
  return { ...reading, ...head, headers: namedColumns(head.headers, rows), rows, isCutOff };
}

function isJsonRow(row: RawRow): row is JsonRow {
  return !Array.isArray(row);
}

/** Spreadsheets write empty columns after the last one that is used. */
function namedColumns(headers: readonly string[], rows: readonly RawRow[]): readonly string[] {
  const width = headers.findLastIndex(
    (header, at) =>
      header.trim() !== '' ||
      rows.some((cells) => Array.isArray(cells) && String(cells[at] ?? '').trim() !== ''),
  );
  return headers.slice(0, width + 1);
}

/** The headers as readers of columns want them: only CSV has a header line. */
export function headerLine({ file, headers }: Pick<Sample, 'file' | 'headers'>) {
  return file === 'csv' ? headers : undefined;
}

/** The texts of a column that are not empty. */
export function textsOf(
  sample: Pick<Sample, 'file' | 'headers' | 'rows'>,
  column: string,
): string[] {
  const read = columnReader(column, headerLine(sample));
  if (!read) return [];
  return sample.rows.map((row) => textOf(read(row))).filter((text) => text !== '');
}

/** A value as it is compared and shown; '' for nothing and for objects. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.map(String).join(', ');
  }
  return '';
}

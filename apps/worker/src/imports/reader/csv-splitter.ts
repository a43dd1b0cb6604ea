import { isAscii, isUtf8 } from 'node:buffer';
import { type CsvPlace, CsvReader, UnreadableCsv } from '@portal/domain/csv-reader';
import type { Decode } from '@portal/domain/csv-row';
import {
  cellReader,
  columnKnower,
  fieldsOfHeaders,
  misfitFinder,
  repeatedHeaders,
} from '@portal/domain/csv-tasks';
import type { Separator } from '@portal/domain/csv-records';
import { plainHeader } from '@portal/domain/file-format/columns';
import { absentColumns, newColumns, rowMapper } from '@portal/domain/file-format/row-mapper';
import type { FormatSettings } from '@portal/contracts/file-formats';
import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import { VALUE_FLAWS } from '@portal/domain/json-flaws';
import type { Report } from '../task-row.js';
import type { RowSink, TaskSplitter } from './row-sink.js';
import { TaskFileError } from './task-file-error.js';

/** Splits CSV into the rows that a JSON file would have. */
export class CsvSplitter implements TaskSplitter {
  readonly #reader: CsvReader;
  #valueOf: ValueOf = () => undefined;

  constructor(
    private readonly options: Omit<ReadingOptions, 'format'>,
    maxRowBytes: number,
    private readonly sink: RowSink,
  ) {
    const { settings } = options;
    const knows = settings ? formatKnower(settings) : columnKnower(options.columns);
    this.#reader = new CsvReader(
      { maxRowBytes, knows, decoderOf, separator: settings?.separator ?? null },
      {
        header: (cells, separator) => this.#takeHeader(cells, separator),
        row: (place, cells) => this.#takeRow(place, cells),
        refused: (place, reason) => sink.refused(place, reason),
      },
    );
  }

  get rows(): number {
    return this.#reader.rows;
  }

  push(chunk: Buffer): void {
    this.#read(() => this.#reader.push(chunk));
  }

  end(): void {
    this.#read(() => this.#reader.end());
  }

  #read(step: () => void): void {
    try {
      step();
    } catch (error) {
      throw error instanceof UnreadableCsv ? new TaskFileError(error.message) : error;
    }
  }

  /** @throws {TaskFileError} if the columns are not those of tasks */
  #takeHeader(cells: readonly string[], separator: Separator): void {
    const { settings, columns, empty } = this.options;
    if (settings) {
      this.#valueOf = whereItFits(columnsOf(cells, settings), mappedReader(settings, cells));
      for (const column of newColumns(settings, cells)) this.sink.unread?.(column);
      return;
    }
    const fields = fieldsOfHeaders(cells, columns);
    if ('problem' in fields) throw new TaskFileError(fields.problem);
    const read = cellReader({ fields, empty, separator });
    this.#valueOf = whereItFits(fields, (row, report) => valueOf(row, read, report));
  }

  #takeRow(place: CsvPlace, cells: readonly string[] | undefined): void {
    this.sink.row(place, (report) => {
      if (cells) return this.#valueOf(cells, report);
      report('', 'is not valid UTF-8');
      return undefined;
    });
  }
}

type ValueOf = (cells: readonly string[], report: Report) => unknown;

/** Reads the rows whose cells are those of the columns, and reports the others. */
function whereItFits(fields: Parameters<typeof misfitFinder>[0], read: ValueOf): ValueOf {
  const misfitOf = misfitFinder(fields);
  return (row, report) => {
    const misfit = misfitOf(row);
    if (misfit === undefined) return read(row, report);
    report('', misfit);
    return undefined;
  };
}

/** Whether a file format was made with a column of this name. */
function formatKnower({ columns }: FormatSettings): (header: string) => boolean {
  const known = new Set(columns.map(plainHeader));
  return (header) => known.has(plainHeader(header));
}

/** Null for each column with a name. @throws {TaskFileError} if one is missing or not the only one of its name */
function columnsOf(headers: readonly string[], settings: FormatSettings): (null | undefined)[] {
  const absent = absentColumns(settings, headers);
  if (absent.length > 0) {
    throw new TaskFileError(
      `The file has no column ${absent.map((name) => `"${name}"`).join(', ')}, which its format reads`,
    );
  }
  const [repeated] = repeatedHeaders(headers);
  if (repeated !== undefined)
    throw new TaskFileError(`The column "${repeated.trim()}" is repeated`);
  return headers.map((header) => (header.trim() === '' ? undefined : null));
}

function mappedReader(settings: FormatSettings, headers: readonly string[]): ValueOf {
  const map = rowMapper(settings, headers);
  return (cells, report) => {
    const hasNul = cells.some((cell) => cell.includes('\0'));
    if (!hasNul) return map(cells, report);
    report('', VALUE_FLAWS.nul);
    return undefined;
  };
}

/** The row as a JSON file would have it, or undefined after reporting errors. */
function valueOf(
  cells: readonly string[],
  read: ReturnType<typeof cellReader>,
  report: Report,
): unknown {
  let isFlawed = false;
  const row = read(cells, (field, flaw) => {
    isFlawed = true;
    report(field, VALUE_FLAWS[flaw]);
  });
  for (const [field, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !value.includes('\0')) continue;
    isFlawed = true;
    report(field, VALUE_FLAWS.nul);
  }
  return isFlawed ? undefined : row;
}

function decoderOf(bytes: Uint8Array): Decode {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isAscii(buffer)) return (start, end) => buffer.toString('latin1', start, end);
  return (start, end) =>
    isUtf8(buffer.subarray(start, end)) ? buffer.toString('utf8', start, end) : undefined;
}

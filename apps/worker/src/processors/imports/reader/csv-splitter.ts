import { isAscii, isUtf8 } from 'node:buffer';
import { type CsvPlace, CsvReader, UnreadableCsv } from '@portal/domain/csv-reader';
import type { Decode } from '@portal/domain/csv-row';
import { cellReader, columnKnower, fieldsOfHeaders, misfitFinder } from '@portal/domain/csv-tasks';
import type { Separator } from '@portal/domain/csv-records';
import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import { FLAW_REASONS } from './decode-element.js';
import type { Report } from './unknown-fields.js';
import type { RowSink, TaskSplitter } from './row-sink.js';
import { TaskFileError } from './task-file-error.js';

/** Splits CSV into the rows that a JSON file would have. */
export class CsvSplitter implements TaskSplitter {
  readonly #reader: CsvReader;
  #valueOf: (cells: readonly string[], report: Report) => unknown = () => undefined;

  constructor(
    private readonly options: Omit<ReadingOptions, 'format'>,
    maxRowBytes: number,
    private readonly sink: RowSink,
  ) {
    const knows = columnKnower(options.columns);
    this.#reader = new CsvReader(
      { maxRowBytes, knows, decoderOf },
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
    const fields = fieldsOfHeaders(cells, this.options.columns);
    if ('problem' in fields) throw new TaskFileError(fields.problem);
    const misfitOf = misfitFinder(fields);
    const read = cellReader({ fields, empty: this.options.empty, separator });
    this.#valueOf = (row, report) => {
      const misfit = misfitOf(row);
      if (misfit === undefined) return valueOf(row, read, report);
      report('', misfit);
      return undefined;
    };
  }

  #takeRow(place: CsvPlace, cells: readonly string[] | undefined): void {
    this.sink.row(place, (report) => {
      if (cells) return this.#valueOf(cells, report);
      report('', 'is not valid UTF-8');
      return undefined;
    });
  }
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
    report(field, FLAW_REASONS[flaw]);
  });
  for (const [field, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !value.includes('\0')) continue;
    isFlawed = true;
    report(field, FLAW_REASONS.nul);
  }
  return isFlawed ? undefined : row;
}

function decoderOf(bytes: Uint8Array): Decode {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isAscii(buffer)) return (start, end) => buffer.toString('latin1', start, end);
  return (start, end) =>
    isUtf8(buffer.subarray(start, end)) ? buffer.toString('utf8', start, end) : undefined;
}

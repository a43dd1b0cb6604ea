import { isAscii, isUtf8 } from 'node:buffer';
import { type Separator, separatorOf } from '@portal/domain/csv-records';
import { cellReader, fieldsOfHeaders } from '@portal/domain/csv-tasks';
import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import { CsvError, parse } from 'csv-parse/sync';
import { FLAW_REASONS } from './decode-element.js';
import { isMarked, MARK_LENGTH, refuseOtherEncodings } from './encoding.js';
import type { Report } from './records.js';
import type { RowSink, TaskSplitter } from './row-sink.js';
import { grouped, TaskFileError } from './task-file-error.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const LINE_BREAKS = ['\r\n', '\n'];

const NOT_CLOSED = 'has a cell whose quotes do not end';
const MISPLACED =
  'has a quote where none may be: quotes enclose a whole cell, and are doubled within it';
const FLAWS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: NOT_CLOSED,
  CSV_INVALID_CLOSING_QUOTE: MISPLACED,
  INVALID_OPENING_QUOTE: MISPLACED,
};

/** A file with more refused rows is something else than CSV; each costs a start of the library. */
const MAX_REFUSED = 10_000;

/** The cells of one row, which are `text[start..end)`. */
interface CsvRecord {
  readonly cells: readonly string[];
  readonly start: number;
  readonly end: number;
}

class RowTooLarge extends Error {}

/** What the header line says. */
interface Table {
  readonly separator: Separator;
  readonly width: number;
  readonly valuesOf: ReturnType<typeof cellReader>;
}

/**
 * Splits CSV (RFC 4180) into its rows, from chunks of any size. csv-parse reads the whole lines that are
 * buffered; a row that is not complete is read again when what is buffered has doubled. After a row with wrong
 * quotes, or one without an end within `maxRowBytes`, reading goes on in the next line: a quote that never
 * ends is an error of one row. Only a line with an odd number of quotes is read twice.
 */
export class CsvSplitter implements TaskSplitter {
  #rows = 0;
  #table: Table | undefined;
  /** First bytes, until there are enough to detect the encoding. */
  #head: Buffer | undefined = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** How many bytes have to be buffered before they are read. */
  #wanted = 0;
  #refused = 0;
  /** In a refused line, the rest of which is skipped. */
  #skips = false;

  /** What is being read. */
  #text: Buffer = Buffer.alloc(0);
  #isAscii = true;
  #hasNul = false;
  /** The line of `#text[#lineStart]`, counted from 1. */
  #line = 1;
  #lineStart = 0;

  constructor(
    private readonly options: Omit<ReadingOptions, 'format'>,
    private readonly maxRowBytes: number,
    private readonly sink: RowSink,
  ) {}

  get rows(): number {
    return this.#rows;
  }

  push(chunk: Buffer): void {
    if (this.#head === undefined) {
      this.#buffer(chunk);
    } else {
      this.#head = Buffer.concat([this.#head, chunk]);
      if (this.#head.length < 4) return;
      this.#begin(this.#head);
    }
    if (this.#buffered >= this.#wanted) this.#read(false);
  }

  end(): void {
    if (this.#head !== undefined) this.#begin(this.#head);
    this.#read(true);
    if (this.#table === undefined) throw new TaskFileError('The file is empty');
  }

  #begin(head: Buffer): void {
    this.#head = undefined;
    refuseOtherEncodings(head);
    this.#buffer(isMarked(head) ? head.subarray(MARK_LENGTH) : head);
  }

  #buffer(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
  }

  /** Reads what is buffered, up to a row that may continue in the next chunk. */
  #read(isLast: boolean): void {
    this.#text = Buffer.concat(this.#chunks);
    this.#isAscii = isAscii(this.#text);
    this.#hasNul = this.#text.includes(0);
    const rest = this.#readLines(isLast);
    this.#lineAt(rest);
    this.#lineStart = 0;
    this.#chunks = [this.#text.subarray(rest)];
    this.#buffered = this.#text.length - rest;
    this.#wanted = this.#buffered * 2;
  }

  /** Returns the start of a row that is not complete. */
  #readLines(isLast: boolean): number {
    const whole = isLast ? this.#text.length : this.#text.lastIndexOf(LINE_FEED) + 1;
    let at = 0;
    for (;;) {
      at = this.#skips ? this.#skipLine(at) : this.#skipBlankLines(at);
      const left = this.#text.length - at;
      if (left === 0) return at;
      let flaw: string | undefined = NOT_CLOSED;
      if (at < whole) ({ at, flaw } = this.#readRows(at, whole));
      if (flaw === undefined) continue;
      if (flaw === NOT_CLOSED) {
        if (this.#text.length - at > this.maxRowBytes) flaw = this.#tooLarge();
        else if (!isLast) return at;
      }
      this.#refuse(at, flaw);
    }
  }

  #skipLine(from: number): number {
    const at = this.#text.indexOf(LINE_FEED, from);
    this.#skips = at < 0;
    return at < 0 ? this.#text.length : at + 1;
  }

  #skipBlankLines(from: number): number {
    let at = from;
    while (this.#text[at] === LINE_FEED || this.#text[at] === CARRIAGE_RETURN) at++;
    return at;
  }

  /**
   * Reads the rows of `text[from..end)`, or its header line.
   * @returns where the first row starts that could not be read, and why
   */
  #readRows(from: number, end: number): { at: number; flaw: string | undefined } {
    const table = this.#table;
    let at = from;
    try {
      parse(this.#text.subarray(from, end), {
        delimiter: table?.separator ?? this.#separatorAt(from),
        record_delimiter: LINE_BREAKS,
        relax_column_count: true,
        skip_empty_lines: true,
        ...(table === undefined && { to: 1 }),
        on_record: (cells: string[], { bytes }) => {
          const record = { cells, start: at, end: from + bytes };
          if (record.end - record.start > this.maxRowBytes) throw new RowTooLarge();
          if (table === undefined) this.#takeHeader(record);
          else this.#takeRow(record, table);
          at = record.end;
          return null;
        },
      });
    } catch (error) {
      if (error instanceof RowTooLarge) return { at, flaw: this.#tooLarge() };
      const flaw = error instanceof CsvError ? FLAWS[error.code] : undefined;
      if (flaw === undefined) throw error;
      return { at, flaw };
    }
    return { at: table === undefined ? at : end, flaw: undefined };
  }

  #separatorAt(from: number): Separator {
    const end = this.#text.indexOf(LINE_FEED, from);
    return separatorOf(this.#text.subarray(from, end < 0 ? undefined : end).toString());
  }

  /** @throws {TaskFileError} if the columns are not those of tasks */
  #takeHeader({ cells, start, end }: CsvRecord): void {
    if (!this.#isUtf8(start, end)) throw new TaskFileError('The header line is not valid UTF-8');
    const fields = fieldsOfHeaders(cells, this.options.columns);
    if ('problem' in fields) throw new TaskFileError(fields.problem);
    const separator = this.#separatorAt(start);
    const valuesOf = cellReader({ fields, empty: this.options.empty, separator });
    this.#table = { separator, width: cells.length, valuesOf };
  }

  #takeRow(record: CsvRecord, table: Table): void {
    this.sink.row(this.#placeOf(record.start), (report) => this.#valueOf(record, table, report));
  }

  /** The row as a JSON file would have it, or undefined after reporting errors. */
  #valueOf({ cells, start, end }: CsvRecord, { width, valuesOf }: Table, report: Report): unknown {
    if (!this.#isUtf8(start, end)) {
      report('', 'is not valid UTF-8');
      return undefined;
    }
    if (cells.length !== width) {
      const count = cells.length === 1 ? '1 cell' : `${cells.length} cells`;
      report('', `has ${count}, but the header line has ${width}`);
      return undefined;
    }
    const flaws: string[] = [];
    const row = valuesOf(cells, (field) => flaws.push(field));
    for (const field of flaws) report(field, FLAW_REASONS['inexact-number']);
    if (this.#hasNul) {
      for (const [field, value] of Object.entries(row)) {
        if (typeof value !== 'string' || !value.includes('\0')) continue;
        flaws.push(field);
        report(field, FLAW_REASONS.nul);
      }
    }
    return flaws.length === 0 ? row : undefined;
  }

  #isUtf8(start: number, end: number): boolean {
    return this.#isAscii || isUtf8(this.#text.subarray(start, end));
  }

  /**
   * The row that starts here; the rest of its first line is skipped.
   * @throws {TaskFileError} if it is the header line, or one row too many
   */
  #refuse(start: number, reason: string): void {
    if (this.#table === undefined) throw new TaskFileError(`The header line ${reason}`);
    this.sink.refused(this.#placeOf(start), reason);
    this.#skips = true;
    if (++this.#refused <= MAX_REFUSED) return;
    throw new TaskFileError(
      `The file has more than ${grouped(MAX_REFUSED)} rows with wrong quotes or without an end, ` +
        `the last one in line ${grouped(this.#lineAt(start))}`,
    );
  }

  #tooLarge(): string {
    return `is larger than ${this.maxRowBytes} bytes`;
  }

  #placeOf(start: number) {
    return { row: ++this.#rows, line: () => this.#lineAt(this.#skipBlankLines(start)) };
  }

  /** The line of a place that is not before that of the last call. */
  #lineAt(place: number): number {
    for (;;) {
      const at = this.#text.indexOf(LINE_FEED, this.#lineStart);
      if (at < 0 || at >= place) break;
      this.#line++;
      this.#lineStart = at + 1;
    }
    return this.#line;
  }
}

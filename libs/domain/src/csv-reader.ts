import { FILE_SEPARATORS } from '@portal/contracts/file-formats';
import type { Separator } from './csv-records.js';
import {
  type CsvBytes,
  type Decode,
  isBreak,
  lineBreaks,
  NOT_CLOSED,
  readableEnd,
  type ReadRow,
  readRow,
} from './csv-row.js';
import { isMarked, MARK_LENGTH, otherEncoding } from './text-encoding.js';

/** A file with more refused rows is something else than CSV; the first line of each is read twice. */
const MAX_REFUSED = 10_000;
/** The first line by which spreadsheets are told the separator. */
const NAMED_SEPARATOR = /^sep=([,;\t|])$/i;

/** Why a file cannot be read any further: a sentence for its reader. */
export class UnreadableCsv extends Error {}

export interface CsvPlace {
  /** Counts from 1, without the header line. */
  readonly row: number;
  /** The line where the row begins, from 1. */
  readonly line: () => number;
}

export interface CsvSink {
  header(cells: readonly string[], separator: Separator): void;
  /** One row; undefined if it is not UTF-8. */
  row(place: CsvPlace, cells: readonly string[] | undefined): void;
  /** A row that was skipped, and why. */
  refused(place: CsvPlace, reason: string): void;
}

export interface CsvSettings {
  readonly maxRowBytes: number;
  /** Whether the reader of the file knows a column of this name. */
  readonly knows: (header: string) => boolean;
  /** Default: the one that the header line shows. */
  readonly separator?: Separator | null;
  /** How bytes become text. */
  readonly decoderOf: (bytes: Uint8Array) => Decode;
}

/**
 * Reads CSV (RFC 4180), from chunks of any size, in memory for one row. Lines without text are no rows, nor are
 * rows of separators alone. After a row with wrong quotes, or one without an end within `maxRowBytes`, reading
 * goes on in the next line: a quote that never ends is an error of one row. Only a line with an odd number of
 * quotes opens such a quote, and it ends an earlier one, so that no line is read more than twice.
 */
export class CsvReader {
  #rows = 0;
  #separator: Separator | undefined;
  #hasHeader = false;
  /** First bytes, until there are enough to detect the encoding. */
  #isBegun = false;
  #chunks: Uint8Array[] = [];
  #buffered = 0;
  /** How many bytes have to be buffered before they are read. */
  #wanted = 4;
  #refused = 0;
  /** In a refused line, the rest of which is skipped. */
  #skips = false;

  #text: CsvBytes = { bytes: new Uint8Array(), end: 0, isLast: false, decode: () => undefined };
  /** The line of `#text.bytes[#lineStart]`, counted from 1. */
  #line = 1;
  #lineStart = 0;

  constructor(
    private readonly settings: CsvSettings,
    private readonly sink: CsvSink,
  ) {}

  /** Number of rows so far, including refused ones. */
  get rows(): number {
    return this.#rows;
  }

  /** @throws {UnreadableCsv} */
  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    if (this.#buffered >= this.#wanted) this.#read(false);
  }

  /** @throws {UnreadableCsv} */
  end(): void {
    this.#read(true);
    if (!this.#hasHeader) throw new UnreadableCsv('The file is empty');
  }

  /** Reads what is buffered, up to a row that may continue in the next chunk. */
  #read(isLast: boolean): void {
    const bytes = joined(this.#chunks, this.#buffered);
    const decode = this.settings.decoderOf(bytes);
    this.#text = { bytes, end: isLast ? bytes.length : readableEnd(bytes), isLast, decode };
    const rest = this.#readRows(this.#isBegun ? 0 : this.#begin());
    this.#isBegun = true;
    this.#lineAt(rest);
    this.#lineStart = 0;
    this.#chunks = [bytes.subarray(rest)];
    this.#buffered = bytes.length - rest;
    this.#wanted = this.#buffered * 2;
  }

  /** Returns where the text begins. */
  #begin(): number {
    const { bytes } = this.#text;
    const other = otherEncoding(bytes.subarray(0, 4));
    if (other) throw new UnreadableCsv(`The file is encoded in ${other}; save it as UTF-8`);
    return isMarked(bytes) ? MARK_LENGTH : 0;
  }

  /** Returns the start of a row that is not complete. */
  #readRows(from: number): number {
    const { end, isLast } = this.#text;
    for (let at = from; ;) {
      at = this.#skips ? this.#skipLine(at) : this.#skipBreaks(at);
      if (at >= end) return at;
      const row = this.#rowAt(at);
      if ('cells' in row) {
        this.#take(at, row.cells);
        at = row.end;
      } else {
        if (row.flaw === NOT_CLOSED && !isLast) return at;
        this.#refuse(at, row.flaw);
      }
    }
  }

  #skipLine(from: number): number {
    const { bytes, end } = this.#text;
    let at = from;
    while (at < end && !isBreak(bytes[at])) at++;
    this.#skips = at === end;
    return at;
  }

  #skipBreaks(from: number): number {
    const { bytes, end } = this.#text;
    let at = from;
    while (at < end && isBreak(bytes[at])) at++;
    return at;
  }

  /** The row or the header line that starts here. */
  #rowAt(start: number): ReadRow | { readonly flaw: string } {
    const row = this.#separator
      ? readRow(this.#text, start, this.#separator)
      : this.#headerAt(start);
    if ('flaw' in row && row.flaw !== NOT_CLOSED) return row;
    const end = 'cells' in row ? row.end : this.#text.bytes.length;
    if (end - start <= this.settings.maxRowBytes) return row;
    return { flaw: `is larger than ${this.settings.maxRowBytes} bytes` };
  }

  /**
   * The header line, or the line before it that names the separator. Otherwise the separator is the one that
   * gives the most known columns, of those the one that gives the most columns.
   */
  #headerAt(start: number): ReadRow {
    const { separator: told } = this.settings;
    const separators = told ? [told] : FILE_SEPARATORS;
    const rows = separators.map((separator) => readRow(this.#text, start, separator));
    const flawed = rows.filter((row) => 'flaw' in row);
    const open = flawed.find(({ flaw }) => flaw === NOT_CLOSED);
    if (open && !this.#text.isLast) return open;
    const readings = rows.flatMap((row, at) => {
      const separator = separators[at];
      if (separator === undefined || !('cells' in row)) return [];
      const { cells = [], end } = row;
      return [{ separator, row, end, cells, known: cells.filter(this.settings.knows).length }];
    });
    const [best] = readings.toSorted(
      (a, b) => b.known - a.known || b.cells.length - a.cells.length,
    );
    if (best === undefined) return flawed[0] ?? { flaw: NOT_CLOSED };
    const { separator, cells } = best;
    const [, named] = NAMED_SEPARATOR.exec(cells.join(separator)) ?? [];
    if (!isBlank(cells)) {
      this.#separator = FILE_SEPARATORS.find((known) => known === named) ?? separator;
    }
    return named === undefined ? best.row : { cells: [], end: best.end };
  }

  #take(start: number, cells: readonly string[] | undefined): void {
    if (cells && isBlank(cells)) return;
    if (this.#hasHeader) {
      this.sink.row(this.#placeOf(start), cells);
      return;
    }
    if (!cells || !this.#separator) throw new UnreadableCsv('The header line is not valid UTF-8');
    this.#hasHeader = true;
    this.sink.header(cells, this.#separator);
  }

  /**
   * The row that starts here; the rest of its first line is skipped.
   * @throws {UnreadableCsv} if it is the header line, or one row too many
   */
  #refuse(start: number, reason: string): void {
    if (!this.#hasHeader) throw new UnreadableCsv(`The header line ${reason}`);
    this.sink.refused(this.#placeOf(start), reason);
    this.#skips = true;
    if (++this.#refused <= MAX_REFUSED) return;
    throw new UnreadableCsv(
      `The file has more than ${grouped(MAX_REFUSED)} rows with wrong quotes or without an end, ` +
        `the last one in line ${grouped(this.#lineAt(start))}`,
    );
  }

  #placeOf(start: number): CsvPlace {
    return { row: ++this.#rows, line: () => this.#lineAt(start) };
  }

  /** The line of a place that is not before that of the last call. */
  #lineAt(place: number): number {
    this.#line += lineBreaks(this.#text.bytes, this.#lineStart, place);
    this.#lineStart = place;
    return this.#line;
  }
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const grouped = (value: number): string => value.toLocaleString('en-US');

import type { Report } from '../task-row.js';

/** Where a row is in its file. */
export interface Place {
  /** Counts from 1. */
  readonly row: number;
  /** The line where it begins, from 1; only if it is not the number of the row. */
  readonly line?: () => number;
}

export interface RowSink {
  /**
   * One row. `decode` returns its value, or undefined after reporting errors; it must be called before this
   * returns.
   */
  row(place: Place, decode: (report: Report) => unknown): void;
  /** A column that the format does not know. Its values are left out. */
  unread?(column: string): void;
  /** A row that cannot be read, which was skipped. */
  refused(place: Place, reason: string): void;
}

/** Splits a file, given in chunks of any size, into its rows. */
export interface TaskSplitter {
  /** Number of complete rows so far, including refused ones. */
  readonly rows: number;
  /** @throws {TaskFileError} if the rest cannot be read */
  push(chunk: Buffer): void;
  /** @throws {TaskFileError} if the content ends too early */
  end(): void;
}

import type Result from 'pg/lib/result.js';

/** What a message begins with. */
const KIND_AND_LENGTH = 5;
const READY_BYTES = 6;
/** By their first byte: the statement is bound, any rows, that they are all, and ready for another. */
const WHOLE_ANSWER = /^2D*CZ$/;

/** What PostgreSQL said to a statement, byte by byte, and the rows it was read as. */
export class KnownAnswer {
  constructor(
    readonly bytes: Buffer,
    private readonly columns: Result,
    private readonly read: readonly unknown[],
  ) {}

  /** Whether these are a whole answer with nothing else in it, such as a notice. */
  static isIn(bytes: Buffer): boolean {
    let kinds = '';
    let at = 0;
    while (at + KIND_AND_LENGTH <= bytes.length) {
      kinds += bytes.toString('latin1', at, at + 1);
      at += 1 + bytes.readUInt32BE(at + 1);
    }
    return at === bytes.length && WHOLE_ANSWER.test(kinds);
  }

  /** Whether this is what the bytes say, where they are of these columns. */
  isOf(bytes: Buffer, columns: Result): boolean {
    return this.columns === columns && this.bytes.equals(bytes);
  }

  /** All that is left for the driver to hear: that the connection is free. */
  get end(): Buffer {
    return this.bytes.subarray(-READY_BYTES);
  }

  /** Of the type that whoever asks this statement gives its rows. */
  rows<Row>(): readonly Row[];
  rows(): readonly unknown[] {
    return this.read;
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
/** Cells of a longer line are texts of their own: a caller that keeps one must not keep the line with it. */
const LONG_LINE = 2048;

/** The text of `bytes[start..end)`; undefined if it is not UTF-8. */
export type Decode = (start: number, end: number) => string | undefined;

/** Bytes that are read, and how they become text. */
export interface CsvBytes {
  readonly bytes: Uint8Array;
  /** Where the part ends that can be read now. */
  readonly end: number;
  /** Whether nothing follows `end`. */
  readonly isLast: boolean;
  readonly decode: Decode;
}

export const NOT_CLOSED = 'has a cell whose quotes do not end';
export const MISPLACED =
  'has a quote where none may be: quotes enclose a whole cell, and are doubled within it';

/** A row of a CSV file up to its line break, or why it has none. Without cells it is not UTF-8. */
export type ReadRow =
  | { readonly cells: readonly string[] | undefined; readonly end: number }
  | { readonly flaw: typeof NOT_CLOSED | typeof MISPLACED };

/**
 * The row that starts at `start`, by RFC 4180; LF, CRLF and CR end it. One that is not complete is `NOT_CLOSED`.
 */
export function readRow(text: CsvBytes, start: number, separator: string): ReadRow {
  const { bytes, end, isLast, decode } = text;
  let at = start;
  while (at < end && !isBreakOrQuote(bytes[at])) at++;
  if (at === end && !isLast) return { flaw: NOT_CLOSED };
  if ((at < end && bytes[at] === QUOTE) || at - start > LONG_LINE) {
    return readByCell(text, start, separator.charCodeAt(0));
  }
  return { cells: decode(start, at)?.split(separator), end: at };
}

function readByCell(text: CsvBytes, start: number, separator: number): ReadRow {
  const { bytes, end, isLast, decode } = text;
  const cells: string[] = [];
  let isUtf8 = true;
  for (let at = start; ; at++) {
    const isQuoted = at < end && bytes[at] === QUOTE;
    const from = isQuoted ? at + 1 : at;
    const to = isQuoted ? closingQuote(text, from) : plainEnd(text, from, separator);
    if (to === undefined) return { flaw: NOT_CLOSED };
    at = isQuoted ? to + 1 : to;
    if (at === end && !isLast) return { flaw: NOT_CLOSED };
    const isOver = at === end || isBreak(bytes[at]);
    if (!isOver && bytes[at] !== separator) return { flaw: MISPLACED };
    const cell = decode(from, to);
    if (cell === undefined) isUtf8 = false;
    else cells.push(isQuoted ? cell.replaceAll('""', '"') : cell);
    if (isOver) return { cells: isUtf8 ? cells : undefined, end: at };
  }
}

function closingQuote({ bytes, end }: CsvBytes, from: number): number | undefined {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0 || at >= end) return undefined;
    if (bytes[at + 1] !== QUOTE) return at;
  }
}

/** Where a cell ends that does not begin with a quote: at a separator, or at what may not be in it. */
function plainEnd({ bytes, end }: CsvBytes, from: number, separator: number): number {
  let at = from;
  while (at < end && bytes[at] !== separator && !isBreakOrQuote(bytes[at])) at++;
  return at;
}

export function isBreak(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

function isBreakOrQuote(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === QUOTE || byte === CARRIAGE_RETURN;
}

/** Number of line breaks in `bytes[start..end)`. */
export function lineBreaks(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    if (bytes[at] === LINE_FEED) count++;
    else if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED) count++;
  }
  return count;
}

/** Where the part ends that can be read before more comes: a CR at the end may be half of a line break. */
export function readableEnd(bytes: Uint8Array): number {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
}

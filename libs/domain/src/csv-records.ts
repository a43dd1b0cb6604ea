import { FILE_SEPARATORS } from '@portal/contracts/file-formats';
import { BYTE_ORDER_MARK, withoutGuard } from './csv.js';

export type Separator = (typeof FILE_SEPARATORS)[number];

/** A record of a table in text. */
export interface CsvRecord {
  /** The line where it starts, from 1. */
  readonly line: number;
  /** The record as it is written, without its line break. */
  readonly text: string;
  readonly cells: readonly string[];
}

/**
 * The records of a table that a spreadsheet wrote or a person typed, without empty lines. A cell that
 * begins with a quote may contain separators and line breaks; a quote that never ends is a character. The guard of
 * exports is taken away.
 * @param separator default: for each record its tab, semicolon or comma, in this order
 */
export function csvRecords(table: string, separator?: Separator): CsvRecord[] {
  const text = table.startsWith(BYTE_ORDER_MARK) ? table.slice(1) : table;
  const records: CsvRecord[] = [];
  let line = 1;
  for (let at = 0; at < text.length;) {
    const record = readRecord(text, at, separator ?? separatorOf(lineAt(text, at)));
    const written = text.slice(at, record.end);
    if (written.trim() !== '') {
      const cells = record.cells.map((cell) => withoutGuard(cell.trim()).trim());
      records.push({ line, text: written, cells });
    }
    const { 0: lineBreak = '' } =
      /^(?:\r\n|\n|\r)?/.exec(text.slice(record.end, record.end + 2)) ?? [];
    line += (written + lineBreak).match(/\r\n|\n|\r/g)?.length ?? 0;
    at = record.end + lineBreak.length;
  }
  return records;
}

/** The separator of a line, by the separators outside of its quotes. */
export function separatorOf(line: string): Separator {
  const plain = line.replaceAll(/"[^"]*"/g, '');
  if (plain.includes('\t')) return '\t';
  return plain.includes(';') ? ';' : ',';
}

/** The text up to the first line break outside of quotes, or up to the first if quotes never end. */
function lineAt(text: string, start: number): string {
  const line = /(?:[^"\n\r]+|"[^"]*")*/y;
  line.lastIndex = start;
  return line.exec(text)?.[0] ?? '';
}

function readRecord(text: string, start: number, separator: Separator) {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = readCell(text, at, separator);
    cells.push(cell.value);
    at = cell.end;
    if (text[at] !== separator) return { cells, end: at };
    at += 1;
  }
}

/** Reads up to the separator or the line break after the cell. */
function readCell(text: string, start: number, separator: Separator) {
  let at = start;
  while (text[at] === ' ') at += 1;
  const quoted = text[at] === '"' ? readQuoted(text, at) : { value: '', end: start };
  at = quoted.end;
  while (at < text.length && text[at] !== separator && !isBreak(text[at])) at += 1;
  return { value: quoted.value + text.slice(quoted.end, at), end: at };
}

/** Reads the quotes at `start` and what is in them; nothing if they do not end. */
function readQuoted(text: string, start: number) {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) return { value: '', end: start };
    if (text[at + 1] === '"') continue;
    return { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
}

function isBreak(char: string | undefined): boolean {
  return char === '\n' || char === '\r';
}

import type { CsvDialect } from '@portal/contracts/csv';

/** A text, or a number that is written unchanged but for a decimal comma. */
export type CsvCell = string | { readonly number: string };

/** The first line of a CSV file: the names of its columns. */
export function csvHeader(names: readonly string[], dialect: CsvDialect = 'standard'): string {
  const line = csvLine(names, dialect);
  return dialect === 'standard' ? line : `${BYTE_ORDER_MARK}${line}`;
}

/**
 * One further line. No text is a formula in a spreadsheet that splits the file at its own separator, or at any
 * comma, semicolon and tab outside of quotes. For Excel a long whole number is a text, as it keeps no number of
 * more than 11 digits when it saves CSV.
 */
export function csvLine(cells: readonly CsvCell[], dialect: CsvDialect = 'standard'): string {
  const hasSemicolons = dialect === 'excel-semicolon';
  const written = cells.map((cell, at) => {
    if (typeof cell !== 'string') {
      if (dialect !== 'standard' && LONG_NUMBER.test(cell.number)) return GUARD + cell.number;
      return hasSemicolons ? cell.number.replace('.', ',') : cell.number;
    }
    const isGuarded = startsFormula(cell) || (at === 1 && continuesNumber(cells[0], cell));
    return quoted(isGuarded ? GUARD + cell : cell);
  });
  return `${written.join(hasSemicolons ? ';' : ',')}\r\n`;
}

/** The text of a cell that was written with a guard, otherwise the cell. */
export function withoutGuard(cell: string): string {
  return cell.startsWith(GUARD) && startsFormula(cell) ? cell.slice(GUARD.length) : cell;
}

export const BYTE_ORDER_MARK = '\u{feff}';
/** Before a text that would be a formula, and so that it can be taken away, before one that has it already. */
export const GUARD = "'";

const LONG_NUMBER = /^-?\d{12,}$/;
const BREAK = String.raw`\t\n\v\f\r\u0085\u2028\u2029`;
/** With their full-width and small forms, which a spreadsheet may treat alike. */
const FORMULA_START = /^[=+\-@＝＋－＠﹦﹢﹣﹫−]/;
/**
 * Characters that a spreadsheet may skip before a formula: white space, invisible characters,
 * quotes.
 */
const IGNORED = /^[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}"]/u;
const STARTS_WITH_BREAK = new RegExp(`^[${BREAK}]`);
const NEEDS_QUOTES = new RegExp(`[",;${BREAK}]`);
/** As most texts begin. */
const PLAIN_START = /^[a-z\d]/i;

/**
 * Whether a text, without guards before it, would be a formula, or begins with a line break or a tab. A loop: a
 * regular expression over millions of blanks would overflow the stack.
 */
function startsFormula(text: string): boolean {
  if (text === '' || PLAIN_START.test(text)) return false;
  let at = 0;
  while (text.startsWith(GUARD, at)) at += GUARD.length;
  if (STARTS_WITH_BREAK.test(text.charAt(at))) return true;
  for (;;) {
    const code = text.codePointAt(at);
    if (code === undefined) return false;
    const char = String.fromCodePoint(code);
    if (FORMULA_START.test(char)) return true;
    if (!IGNORED.test(char)) return false;
    at += char.length;
  }
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Whether the text continues the negative number at the start of the line: a spreadsheet that
 * splits at semicolons reads `-5,1+cmd|…` as one formula. Dates and plain numbers are harmless.
 */
function continuesNumber(first: CsvCell | undefined, text: string): boolean {
  if (typeof first !== 'object' || !first.number.startsWith('-')) return false;
  let start = 0;
  while (/[\s"]/.test(text.charAt(start))) start += 1;
  const isContinued = /^(?:[\d%^*/&<>]|e[\d+-])/i.test(text.slice(start, start + 2));
  return isContinued && /[^\d\s:.+\-TZ]/.test(text);
}

import type { CsvDialect } from '@portal/contracts/csv';

/** A text, or a number that is written unchanged but for a decimal comma. */
export type CsvCell = string | { readonly number: string };

/** The first line of a CSV file: the names of its columns. */
export function csvHeader(names: readonly string[], dialect: CsvDialect = 'standard'): string {
  const line = csvLine(names, dialect);
  return dialect === 'standard' ? line : `${BYTE_ORDER_MARK}${line}`;
}

/**
 * One further line. Texts never become formulas in a spreadsheet, whether it splits at commas,
 * semicolons or tabs, and whether it respects quotes or not.
 */
export function csvLine(cells: readonly CsvCell[], dialect: CsvDialect = 'standard'): string {
  const hasSemicolons = dialect === 'excel-semicolon';
  const written = cells.map((cell, at) => {
    if (typeof cell !== 'string') {
      return hasSemicolons ? cell.number.replace('.', ',') : cell.number;
    }
    return quoted(
      at === 1 && continuesNumber(cells[0], cell)
        ? `'${withoutFormulas(cell)}`
        : withoutFormulas(cell),
    );
  });
  return `${written.join(hasSemicolons ? ';' : ',')}\r\n`;
}

export const BYTE_ORDER_MARK = '\u{feff}';

const BREAK = String.raw`\t\n\v\f\r\u0085\u2028\u2029`;
/** With their full-width and small forms, which a spreadsheet may treat alike. */
const FORMULA_START = /[=+\-@＝＋－＠﹦﹢﹣﹫−]/;
const SEPARATOR = new RegExp(`[,;${BREAK}]`);
/**
 * Characters that a spreadsheet may skip before a formula: white space, invisible characters,
 * quotes.
 */
const IGNORED = /[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}"]/u;
const STARTS_WITH_BREAK = new RegExp(`^[${BREAK}]`);
const NEEDS_QUOTES = new RegExp(`"|${SEPARATOR.source}`);

/** Puts an apostrophe before each position where a reader may see a formula. */
function withoutFormulas(text: string): string {
  const safe = FORMULA_START.test(text) ? withApostrophes(text) : text;
  return STARTS_WITH_BREAK.test(safe) ? `'${safe}` : safe;
}

/**
 * Scans backwards character by character: a regular expression over millions of blanks would
 * overflow the stack.
 */
function withApostrophes(text: string): string {
  const pieces: string[] = [];
  let end = text.length;
  let isFormula = false;
  for (let at = end; at > 0;) {
    const char = characterBefore(text, at);
    if (isFormula && SEPARATOR.test(char)) {
      pieces.push(text.slice(at, end), "'");
      end = at;
    }
    at -= char.length;
    if (FORMULA_START.test(char)) isFormula = true;
    else if (SEPARATOR.test(char) || !IGNORED.test(char)) isFormula = false;
  }
  pieces.push(text.slice(0, end));
  if (isFormula) pieces.push("'");
  return pieces.toReversed().join('');
}

/** Returns both halves of a surrogate pair. */
function characterBefore(text: string, at: number): string {
  const isPair =
    /[\udc00-\udfff]/.test(text.charAt(at - 1)) && (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return text.slice(at - (isPair ? 2 : 1), at);
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

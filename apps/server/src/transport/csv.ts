/** A text, or a number as it is written out. */
export type CsvCell = string | { readonly number: string };

/**
 * One line of a CSV file (RFC 4180). No text in it is a formula to a spreadsheet, whether that
 * splits lines at commas, semicolons or tabs, and whether it respects quotes or not. Numbers stay as
 * they are written.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  const written = cells.map((cell, at) => {
    if (typeof cell !== 'string') return cell.number;
    return quoted(at === 1 && goesOnWith(cells[0], cell) ? `'${inert(cell)}` : inert(cell));
  });
  return `${written.join(',')}\r\n`;
}

const BREAK = String.raw`\t\n\v\f\r\u0085\u2028\u2029`;
const SEPARATOR = `[,;${BREAK}]`;
/** What a spreadsheet may pass over before a formula: blanks, what nobody sees, quotes. */
const PASSED_OVER = String.raw`[[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}"]--[${BREAK}]]*`;
/** With their wide and small forms, which spreadsheets may take for the same. */
const STARTER = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';

/** Where a reader may see a cell begin that would be a formula. */
const FORMULA = new RegExp(`(?:^|(?<=${SEPARATOR}))(?=${PASSED_OVER}${STARTER})`, 'gv');
const BEGINS_WITH_BREAK = new RegExp(`^[${BREAK}]`);
const NEEDS_QUOTES = new RegExp(`"|${SEPARATOR}`);

/** The text with an apostrophe wherever a reader may see a formula begin. */
function inert(text: string): string {
  const safe = text.replace(FORMULA, "'");
  return BEGINS_WITH_BREAK.test(safe) ? `'${safe}` : safe;
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Whether a text goes on with the negative number that begins its line: a spreadsheet that splits
 * at semicolons reads `-5,1+cmd|…` as one formula. Dates and numbers do no harm there.
 */
function goesOnWith(first: CsvCell | undefined, text: string): boolean {
  if (typeof first !== 'object' || !first.number.startsWith('-')) return false;
  return /^[\s"]*(?:[\d%^*/&<>]|e[\d+-])/i.test(text) && /[^\d\s:.+\-TZ]/.test(text);
}

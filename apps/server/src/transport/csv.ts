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
    return quoted(
      at === 1 && continuesNumber(cells[0], cell)
        ? `'${withoutFormulas(cell)}`
        : withoutFormulas(cell),
    );
  });
  return `${written.join(',')}\r\n`;
}

const BREAK = String.raw`\t\n\v\f\r\u0085\u2028\u2029`;
/** With their wide and small forms, which spreadsheets may take for the same. */
const FORMULA_START = /[=+\-@＝＋－＠﹦﹢﹣﹫−]/;
const SEPARATOR = new RegExp(`[,;${BREAK}]`);
/** What a spreadsheet may pass over before a formula: blanks, what nobody sees, quotes. */
const IGNORED = /[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}"]/u;
const STARTS_WITH_BREAK = new RegExp(`^[${BREAK}]`);
const NEEDS_QUOTES = new RegExp(`"|${SEPARATOR.source}`);

/** The text with an apostrophe wherever a reader may see a formula begin. */
function withoutFormulas(text: string): string {
  const safe = FORMULA_START.test(text) ? withApostrophes(text) : text;
  return STARTS_WITH_BREAK.test(safe) ? `'${safe}` : safe;
}

/**
 * From the end to the beginning, one character after the other: a pattern over a whole cell of some
 * million blanks would want a stack as deep.
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

/** With both halves, where it has two. */
function characterBefore(text: string, at: number): string {
  const isPair =
    /[\udc00-\udfff]/.test(text.charAt(at - 1)) && (text.codePointAt(at - 2) ?? 0) > 0xffff;
  return text.slice(at - (isPair ? 2 : 1), at);
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Whether a text goes on with the negative number that begins its line: a spreadsheet that splits
 * at semicolons reads `-5,1+cmd|…` as one formula. Dates and numbers do no harm there.
 */
function continuesNumber(first: CsvCell | undefined, text: string): boolean {
  if (typeof first !== 'object' || !first.number.startsWith('-')) return false;
  let start = 0;
  while (/[\s"]/.test(text.charAt(start))) start += 1;
  const isContinued = /^(?:[\d%^*/&<>]|e[\d+-])/i.test(text.slice(start, start + 2));
  return isContinued && /[^\d\s:.+\-TZ]/.test(text);
}

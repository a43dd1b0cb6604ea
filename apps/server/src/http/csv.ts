/** A text, or a number as it is written out. */
export type CsvCell = string | { readonly number: string };

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would compute is made inert; a
 * negative number is none.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(cell) : cell.number)).join(',')}\r\n`;
}

function quoted(text: string): string {
  const inert = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

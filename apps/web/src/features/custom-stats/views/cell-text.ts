/** A value of a result as text: numbers exactly as the server sent them, JSON as JSON. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

/** A text that looks like nothing or like NULL. */
const CONFUSING = /^\s*$|^null$/i;

/**
 * A value of a result as a name that no other value has: NULL is null, while an empty text, blanks
 * and the text 'null' are in quotation marks.
 */
export function cellName(cell: unknown): string {
  if (cell === null || cell === undefined) return 'null';
  const text = cellText(cell);
  return typeof cell === 'string' && CONFUSING.test(text) ? JSON.stringify(text) : text;
}

/** A value of a result as text: numbers exactly as the server sent them, JSON as JSON. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? cell : JSON.stringify(cell);
}

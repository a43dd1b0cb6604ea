/** A value of the API as one text: '12', 'true', '{"a":1}'. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

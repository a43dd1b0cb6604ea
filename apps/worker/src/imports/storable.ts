import { beginningOf } from '@portal/domain/cut-text';

const MAX_TEXT = 300;

/** Issues quote the file, but text columns cannot store NUL or half of a surrogate pair. */
export function storable(text: string): string {
  const cut = text.length > MAX_TEXT ? `${beginningOf(text, MAX_TEXT)}…` : text;
  return cut.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

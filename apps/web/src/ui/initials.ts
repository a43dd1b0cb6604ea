/** The number of colours `slice0`, `slice1` … of the palette. */
const COLORS = 8;

/** The first letters of the first and the last word: 'Ada King Lovelace' → 'AL', 'Zoë' → 'Z'. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return [first, last].map((word) => [...word][0]?.toLocaleUpperCase() ?? '').join('');
}

/** The name of a colour of the palette; the same for the same name. */
export function colorOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 0x7fffffff;
  return `slice${sum % COLORS}`;
}

/** Letters that are no letter with an accent, and how somebody without them on the keyboard writes them. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', đ: 'd', ø: 'o', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i' },
  ς: 'σ',
};
/** Accents, once they are characters of their own. */
export const ACCENTS = String.raw`[\u0300-\u036f]`;

const ALL_ACCENTS = new RegExp(ACCENTS, 'g');
const LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** A text as searches compare it: without capitals and accents. The database has the same: `core.search_text`. */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(ALL_ACCENTS, '')
    .toLowerCase()
    .replaceAll(LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

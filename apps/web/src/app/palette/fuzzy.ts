import { searchText } from '@portal/domain/search-text';

/**
 * How well a text matches what the user typed: each word must be in the text as a whole, or its
 * letters in this order. Whole words and beginnings are better than letters.
 * @returns a higher number for a better match; undefined for none
 */
export function fuzzyScore(text: string, typed: string): number | undefined {
  const within = searchText(text);
  let score = 0;
  for (const word of searchText(typed).split(/\s+/)) {
    if (word === '') continue;
    const part = scoreOfWord(within, word);
    if (part === undefined) return undefined;
    score += part;
  }
  // Of two equal matches the shorter text is closer.
  return score - text.length / 1000;
}

const BEGINNING = 100;
const WORD_START = 80;
const INSIDE = 60;
const LETTERS = 20;

function scoreOfWord(text: string, word: string): number | undefined {
  const at = text.indexOf(word);
  if (at === 0) return BEGINNING;
  if (at > 0) {
    const startsWord = new RegExp(`[^\\p{L}\\p{N}]${escaped(word)}`, 'u').test(text);
    return startsWord ? WORD_START : INSIDE;
  }
  // A long run of scattered letters matches nearly anything.
  return word.length >= 2 && hasLetters(text, word) ? LETTERS : undefined;
}

/**
 * Whether the letters are in the text in this order, each at the start of a word or directly after the
 * letter before it: 'pd' and 'prdash' find 'Project Dashboard'.
 */
function hasLetters(text: string, word: string): boolean {
  const pattern = Array.from(word, escaped).join('(?:[^]*?[^\\p{L}\\p{N}])??');
  return new RegExp(`(^|[^\\p{L}\\p{N}])${pattern}`, 'u').test(text);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

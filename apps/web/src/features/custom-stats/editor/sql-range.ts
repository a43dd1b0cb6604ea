/**
 * What an error underlines: the word at its position, or one character.
 * @param position in UTF-16 units from 1; the one after the last character means the end
 */
export function rangeOfError(text: string, position: number): { from: number; to: number } {
  const from = Math.min(Math.max(0, position - 1), text.length);
  const word = /^[\w$]+/.exec(text.slice(from))?.[0] ?? '';
  const to = Math.min(text.length, from + Math.max(1, word.length));
  // At the end of the text there is nothing after it to underline.
  return { from: from === to ? Math.max(0, from - 1) : from, to };
}

/** One thing that is wrong with a query, for the person who wrote it. */
export interface QueryProblem {
  message: string;
  /** From 1, in UTF-16 units of the text as typed: `text[position - 1]` is where it begins. */
  position: number;
  line: number;
  column: number;
}

/** The first so many characters (code points) of a text. */
export function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}

/** Where a byte or a character of a text stands in it as JavaScript counts. */
export class TextPositions {
  constructor(private readonly text: string) {}

  /** @param offset in bytes of UTF-8, from 0 */
  atByte(message: string, offset: number): QueryProblem {
    const before = Buffer.from(this.text).subarray(0, Math.max(0, offset)).toString();
    return this.at(message, before.length);
  }

  /** @param offset in characters (code points), from 0 */
  atCharacter(message: string, offset: number): QueryProblem {
    return this.at(message, firstCharacters(this.text, offset).length);
  }

  /** @param offset in UTF-16 units, from 0; one past the end means the last one */
  at(message: string, offset: number): QueryProblem {
    const index = Math.max(0, Math.min(offset, this.text.length - 1));
    const lines = this.text.slice(0, index).split('\n');
    return {
      message,
      position: index + 1,
      line: lines.length,
      column: (lines.at(-1) ?? '').length + 1,
    };
  }
}

/** One error in a query, for its author. */
export interface QueryProblem {
  message: string;
  /** From 1, in UTF-16 units of the original text: it starts at `text[position - 1]`. */
  position: number;
  line: number;
  column: number;
}

/** Maximum number of problems per query. */
export const MOST_PROBLEMS = 20;
/** A message quotes names, which can be as long as the query. */
const LONGEST_MESSAGE = 400;

/** The text cut to `most` UTF-16 units, never within a surrogate pair. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Converts byte and character offsets of a text to UTF-16 positions. */
export class TextPositions {
  private found: Places | undefined;

  constructor(private readonly text: string) {}

  /** @param offset in bytes of UTF-8, from 0 */
  atByte(message: string, offset: number): QueryProblem {
    return this.at(message, this.places.unitOfByte[offset] ?? this.text.length);
  }

  /** @param offset in characters (code points), from 0 */
  atCharacter(message: string, offset: number): QueryProblem {
    return this.at(message, this.places.unitOfCharacter[offset] ?? this.text.length);
  }

  /** @param offset in UTF-16 units, from 0; one past the end means the last one */
  at(message: string, offset: number): QueryProblem {
    const index = Math.max(0, Math.min(offset, this.text.length - 1));
    const lineBreak = index === 0 ? -1 : this.text.lastIndexOf('\n', index - 1);
    return {
      message: shortened(message, LONGEST_MESSAGE),
      position: index + 1,
      line: (this.places.lineOfUnit[index] ?? 0) + 1,
      column: index - lineBreak,
    };
  }

  private get places(): Places {
    this.found ??= placesIn(this.text);
    return this.found;
  }
}

/** All offsets start at 0. */
interface Places {
  readonly unitOfByte: Uint32Array;
  readonly unitOfCharacter: Uint32Array;
  readonly lineOfUnit: Uint32Array;
}

/** One pass over the text, so that each problem needs only a lookup. */
function placesIn(text: string): Places {
  const unitOfByte = new Uint32Array(Buffer.byteLength(text));
  const unitOfCharacter = new Uint32Array(text.length);
  const lineOfUnit = new Uint32Array(text.length);
  const at = { byte: 0, character: 0, unit: 0, line: 0 };
  for (const character of text) {
    const bytes = Buffer.byteLength(character);
    unitOfByte.fill(at.unit, at.byte, at.byte + bytes);
    unitOfCharacter[at.character] = at.unit;
    lineOfUnit.fill(at.line, at.unit, at.unit + character.length);
    at.byte += bytes;
    at.character += 1;
    at.unit += character.length;
    if (character === '\n') at.line += 1;
  }
  return { unitOfByte, unitOfCharacter: unitOfCharacter.slice(0, at.character), lineOfUnit };
}

import { codePoint, INVISIBLE, invisibleName } from '@portal/contracts/characters';
import { MOST_PROBLEMS } from './problem.js';

/** Blanks that PostgreSQL takes for letters. */
const BLANK = /[\v\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;
/** Blanks of PostgreSQL. */
const SQL_BLANK = /[ \t\n\f\r]/;

/** What stands in texts for characters of SQL, with what SQL has instead. */
const TYPOGRAPHIC: readonly (readonly [characters: RegExp, advice: string])[] = [
  [/[‘’‚‛“”„‟′″«»‹›´＇＂｀]/, `write '…' around texts and "…" around names`],
  [/[‐‑‒–—―−－]/, 'write -'],
  [/[≤≦]/, 'write <='],
  [/[≥≧]/, 'write >='],
  [/≠/, 'write <>'],
  [/[×∗＊]/, 'write *'],
  [/[÷∕／]/, 'write /'],
  [/…/, 'write what it stands for'],
  [/[，、；：．。（）［］｛｝＝＜＞＋％！]/, 'write the sign of a Latin keyboard'],
];

const ODD = new RegExp(
  [BLANK, INVISIBLE, ...TYPOGRAPHIC.map(([characters]) => characters)]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

const LETTER = String.raw`(?:[\w$]|(?!${ODD.source})[^\0-\x7f])`;
/**
 * A line comment, a quoted text or name, a word, or any other character, as PostgreSQL reads them.
 * What does not end is quoted to the end of the query, which is refused later.
 */
const PIECE = new RegExp(
  [
    String.raw`--[^\n\r]*`,
    String.raw`[eE]'(?:[^'\\]|\\[^]|'')*(?:'|$)`,
    String.raw`'[^']*(?:'|$)`,
    String.raw`"[^"]*(?:"|$)`,
    String.raw`\$((?:(?![\d$])${LETTER.replace('$', '')}(?:(?!\$)${LETTER})*)?)\$[^]*?(?:\$\1\$|$)`,
    String.raw`${LETTER}+`,
    '([^])',
  ].join('|'),
  'uy',
);

export interface OddCharacters {
  /** The text with a blank for each unusual one outside of quotes; positions stay. */
  readonly text: string;
  /** The first characters that are no part of SQL, with UTF-16 offsets. */
  readonly wrong: readonly { readonly message: string; readonly offset: number }[];
}

/** Reads what editors, web pages and chats put into queries. Quoted texts and comments stay. */
export function readOddCharacters(query: string): OddCharacters {
  if (!ODD.test(query)) return { text: query, wrong: [] };
  const wrong: { message: string; offset: number }[] = [];
  let text = '';
  while (text.length < query.length && wrong.length < MOST_PROBLEMS) {
    const offset = text.length;
    const { piece, isWhole } = pieceAt(query, offset);
    const isOdd = !isWhole && ODD.test(piece) && !SQL_BLANK.test(piece);
    const isBlank = isOdd && BLANK.test(piece);
    // NUL has its own message.
    if (isOdd && !isBlank && piece !== '\0') wrong.push({ message: messageOf(piece), offset });
    text += isBlank ? ' ' : piece;
  }
  return { text, wrong };
}

/** @returns the piece, and whether it is quoted or a word, in which every character stays */
function pieceAt(query: string, offset: number): { piece: string; isWhole: boolean } {
  if (query.startsWith('/*', offset)) {
    return { piece: query.slice(offset, endOfComment(query, offset)), isWhole: true };
  }
  PIECE.lastIndex = offset;
  const [piece = query.slice(offset), , single] = PIECE.exec(query) ?? [];
  return { piece, isWhole: single === undefined };
}

/** Comments nest. */
function endOfComment(query: string, start: number): number {
  const signs = /\/\*|\*\//g;
  signs.lastIndex = start;
  let depth = 0;
  for (let sign = signs.exec(query); sign; sign = signs.exec(query)) {
    depth += sign[0] === '/*' ? 1 : -1;
    if (depth === 0) return signs.lastIndex;
  }
  return query.length;
}

function messageOf(character: string): string {
  const advice = TYPOGRAPHIC.find(([characters]) => characters.test(character))?.[1];
  return advice === undefined
    ? `Outside of quotes SQL cannot have ${invisibleName(character)}; delete it`
    : `${character} (${codePoint(character)}) is no sign of SQL; ${advice}`;
}

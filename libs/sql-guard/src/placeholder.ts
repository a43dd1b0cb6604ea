import { scan } from './parser.js';
import { MOST_PROBLEMS } from './problem.js';

/** Has the length of the shortest spelling of the placeholder. */
const BOUND = ' $1::int4';
const NAME = 'project_id';

export interface Substitution {
  /** The text with each `{{ project_id }}` replaced with `$1`, of the same length in bytes. */
  sql: string;
  /** Byte offsets of our own `$1`. */
  offsets: ReadonlySet<number>;
  /** The first invalid placeholders. */
  wrong: readonly { message: string; offset: number }[];
}

/**
 * Finds placeholders with PostgreSQL's scanner: braces inside strings, comments and quoted names
 * are text. A replacement keeps the length, so that positions do not change.
 */
export function substitutePlaceholders(text: string): Substitution {
  const offsets = new Set<number>();
  const wrong: { message: string; offset: number }[] = [];
  if (!text.includes('{{')) return { sql: text, offsets, wrong };

  const bytes = Buffer.from(text);
  const braces = bracesOf(text);
  for (let index = 0; index + 3 < braces.length && wrong.length < MOST_PROBLEMS; index += 1) {
    if (!isPair('{', braces[index], braces[index + 1])) continue;
    if (!isPair('}', braces[index + 2], braces[index + 3])) continue;
    const start = braces[index]?.offset ?? 0;
    const end = (braces[index + 3]?.offset ?? 0) + 1;
    if (bytes.toString('utf8', start + 2, end - 2).trim() === NAME) {
      bytes.write(BOUND.padEnd(end - start), start);
      offsets.add(start + BOUND.indexOf('$'));
    } else {
      const written = shorten(bytes.toString('utf8', start, end));
      const message = `The placeholder ${written} is unknown; use {{ ${NAME} }}`;
      wrong.push({ message, offset: start });
    }
    index += 3;
  }
  return { sql: bytes.toString(), offsets, wrong };
}

interface Brace {
  text: string;
  /** In bytes. */
  offset: number;
}

/** Searches the JSON without parsing it: few of up to 60,000 tokens are braces. */
function bracesOf(text: string): Brace[] {
  const tokens = scan(text).matchAll(/"start":(\d+),"end":\d+,"text":"([{}])"/g);
  return Array.from(tokens, ([, start, brace = '']) => ({ text: brace, offset: Number(start) }));
}

function isPair(text: string, first: Brace | undefined, second: Brace | undefined): boolean {
  return (
    first?.text === text && second?.text === text && second.offset === first.offset + text.length
  );
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

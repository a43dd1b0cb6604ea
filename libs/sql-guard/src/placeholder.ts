import { scan } from './parser.js';
import { notKnown, type Placeholder, PLACEHOLDERS, TYPE_OF } from './placeholders.js';
import { MOST_PROBLEMS } from './problem.js';

export interface Substitution {
  /** The text with each placeholder replaced with its parameter, of the same length in bytes. */
  sql: string;
  /** The names of the values of `$1`, `$2` and so on. */
  names: readonly Placeholder[];
  /** The placeholder at the byte offset of each of our own parameters. */
  bound: ReadonlyMap<number, Placeholder>;
  /** The first invalid placeholders. */
  wrong: readonly { message: string; offset: number }[];
}

/**
 * Finds placeholders with PostgreSQL's scanner: braces inside strings, comments and quoted names
 * are text. A replacement keeps the length, so that positions do not change.
 */
export function substitutePlaceholders(text: string): Substitution {
  if (!text.includes('{{')) return { sql: text, names: [], bound: new Map(), wrong: [] };
  const bytes = Buffer.from(text);
  const { found, wrong } = placeholdersOf(text, bytes);
  // PostgreSQL wants them without a gap.
  const names = PLACEHOLDERS.filter((name) => found.some((place) => place.name === name));
  const bound = new Map<number, Placeholder>();
  for (const { name, start, end } of found) {
    // The shortest spelling of each placeholder has room for it.
    const parameter = ` $${names.indexOf(name) + 1}::${TYPE_OF[name]}`;
    bytes.write(parameter.padEnd(end - start), start);
    bound.set(start + parameter.indexOf('$'), name);
  }
  return { sql: bytes.toString(), names, bound, wrong };
}

/** In bytes; the braces are inside. */
interface Place {
  name: Placeholder;
  start: number;
  end: number;
}

function placeholdersOf(
  text: string,
  bytes: Buffer,
): { found: Place[]; wrong: { message: string; offset: number }[] } {
  const found: Place[] = [];
  const wrong: { message: string; offset: number }[] = [];
  const braces = bracesOf(text);
  for (let index = 0; index + 3 < braces.length && wrong.length < MOST_PROBLEMS; index += 1) {
    if (!isPair('{', braces[index], braces[index + 1])) continue;
    if (!isPair('}', braces[index + 2], braces[index + 3])) continue;
    const start = braces[index]?.offset ?? 0;
    const end = (braces[index + 3]?.offset ?? 0) + 1;
    const inside = bytes.toString('utf8', start + 2, end - 2).trim();
    const name = PLACEHOLDERS.find((one) => one === inside);
    if (name !== undefined) found.push({ name, start, end });
    else {
      const whole = shorten(bytes.toString('utf8', start, end));
      wrong.push({ message: notKnown(`The placeholder ${whole}`, 'unknown'), offset: start });
    }
    index += 3;
  }
  return { found, wrong };
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

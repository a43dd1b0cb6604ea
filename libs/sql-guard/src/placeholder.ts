import { scan } from './parser.js';

/** As long as the shortest way to write the placeholder is enough for what replaces it. */
const BOUND = ' $1::int4';
const NAME = 'project_id';

export interface Substitution {
  /** The text with each `{{ project_id }}` replaced by `$1`, as many bytes long as before. */
  sql: string;
  /** Byte offsets at which a `$1` of ours stands. */
  offsets: ReadonlySet<number>;
  wrong: readonly { message: string; offset: number }[];
}

/**
 * Finds placeholders as the scanner sees them: braces within strings, comments and quoted names are
 * text. What replaces one has its length, so positions stay what they were.
 */
export async function substitutePlaceholders(text: string): Promise<Substitution> {
  const offsets = new Set<number>();
  const wrong: { message: string; offset: number }[] = [];
  if (!text.includes('{{')) return { sql: text, offsets, wrong };

  const bytes = Buffer.from(text);
  const braces = ((await scan(text)) ?? []).filter(({ text: token }) => /^[{}]$/.test(token));
  for (let index = 0; index + 1 < braces.length; index += 1) {
    const [first, second, third, fourth] = braces.slice(index, index + 4);
    if (first?.text !== '{' || second?.text !== '{' || second.start !== first.end) continue;
    if (third?.text !== '}' || fourth?.text !== '}' || fourth.start !== third.end) continue;
    const inner = bytes.toString('utf8', second.end, third.start).trim();
    if (inner === NAME) {
      const length = fourth.end - first.start;
      bytes.write(BOUND.padEnd(length), first.start);
      offsets.add(first.start + BOUND.indexOf('$'));
    } else {
      const written = shorten(bytes.toString('utf8', first.start, fourth.end));
      const message = `The placeholder ${written} is unknown; use {{ ${NAME} }}`;
      wrong.push({ message, offset: first.start });
    }
    index += 3;
  }
  return { sql: bytes.toString(), offsets, wrong };
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

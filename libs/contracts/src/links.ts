import { z } from 'zod';

const MAX_LINK = 2048;
/** What is wrong with a text that is no link. */
export const LINK_RULE = `must be a URL of at most ${MAX_LINK} characters that begins with https:// and has no user name`;

/** URLs that need no parser: a plain host that ends in letters, and a path of plain characters. */
const PLAIN_URL =
  /^https:\/\/(?:(?!xn--)[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?:\/[\w.~/?#=&%+:@!$,;-]*)?$/;

/** A parser also finds a host in `https:evil` and `https:///evil`, which do not look like one. */
const HAS_HOST = /^https:\/\/[^/\\][^\s\p{Cc}\p{Bidi_Control}\p{Surrogate}]*$/iu;

/**
 * Whether a text may be a link: an https URL that shows where it leads. What stands before an @ looks
 * like a host and is none.
 */
export function isLink(text: string): boolean {
  if (text.length > MAX_LINK) return false;
  if (PLAIN_URL.test(text)) return true;
  if (!HAS_HOST.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** A link of a task. */
export const linkSchema = z.string().trim().refine(isLink, LINK_RULE).meta({ format: 'uri' });

/** A stored text as a link; null if it was stored before this rule and is none. */
export function linkOf(text: string | null): string | null {
  return text !== null && isLink(text) ? text : null;
}

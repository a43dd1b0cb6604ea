/** Bytes of the byte order mark of UTF-8. */
export const MARK_LENGTH = 3;

/** Whether the content begins with the byte order mark of UTF-8. */
export function isMarked(head: Uint8Array): boolean {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
}

/**
 * The other Unicode encoding of a text file, by its first bytes, at least four unless it is shorter. JSON and
 * the names of fields begin with two ASCII characters, so NULs reveal the width.
 */
export function otherEncoding(head: Uint8Array): 'UTF-16' | 'UTF-32' | undefined {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0) return 'UTF-32';
  if (a !== 0 && b === 0 && c === 0 && d === 0) return 'UTF-32';
  if (a === 0 || (b === 0 && head.length > 1)) return 'UTF-16';
  return undefined;
}

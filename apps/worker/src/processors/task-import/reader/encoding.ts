import { TaskFileError } from './task-file-error.js';

/**
 * Refuses other Unicode encodings by name, so that the uploader knows what to change. `head` is at
 * least the first four bytes. JSON and the names of fields begin with two ASCII characters, so NULs reveal the width.
 */
export function refuseOtherEncodings(head: Buffer): void {
  const name = otherEncoding(head);
  if (name === undefined) return;
  throw new TaskFileError(`The file is encoded in ${name}; save it as UTF-8`);
}

/** Bytes of the byte order mark of UTF-8. */
export const MARK_LENGTH = 3;

/** Whether the content begins with the byte order mark of UTF-8. */
export function isMarked(head: Buffer): boolean {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
}

function otherEncoding(head: Buffer): string | undefined {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0) return 'UTF-32';
  if (a !== 0 && b === 0 && c === 0 && d === 0) return 'UTF-32';
  if (a === 0 || (b === 0 && head.length > 1)) return 'UTF-16';
  return undefined;
}

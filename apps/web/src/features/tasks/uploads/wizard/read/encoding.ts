import type { FileEncoding } from '@portal/contracts/file-formats';

/** The encoding that the beginning of a text file seems to have. */
export function guessEncoding(head: Uint8Array): FileEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // Text in UTF-16 has a NUL beside each letter of ASCII.
  if (head[0] === 0 && head[1] !== 0 && head.length > 1) return 'utf-16be';
  if (head[1] === 0 && head[0] !== 0) return 'utf-16le';
  return isUtf8(head) ? 'utf-8' : 'windows-1252';
}

/** A character that is cut off at the end counts. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

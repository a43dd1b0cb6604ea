import { once } from 'node:events';
import { PassThrough } from 'node:stream';

/** A client that reads nothing for this long is disconnected. */
const READ_TIMEOUT_MS = 30_000;
const BUFFERED_BYTES = 256 * 1024;
/** Size of one write: other requests run between two pieces of a large row. */
export const PIECE_BYTES = 64 * 1024;

/** The content of a response that `writePaced` writes. */
export function pacedContent(): PassThrough {
  return new PassThrough({ highWaterMark: BUFFERED_BYTES });
}

/**
 * Waits for the client to read, so that the text is not buffered in memory.
 * @throws the reason of `gone`, or if the client stops reading
 */
export async function writePaced(
  content: PassThrough,
  text: string,
  gone: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (content.write(bytes.subarray(at, at + PIECE_BYTES))) continue;
    const signal = AbortSignal.any([gone, AbortSignal.timeout(READ_TIMEOUT_MS)]);
    await once(content, 'drain', { signal });
  }
}

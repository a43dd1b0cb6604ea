import type { FileEncoding } from '@portal/contracts/file-formats';

/** Turns a file in another encoding into UTF-8, in chunks of any size. */
export interface Transcoder {
  /** @throws {TypeError} if the bytes are not text of the encoding */
  push(chunk: Uint8Array): Uint8Array;
  /** What is left after the last chunk. @throws {TypeError} if the text ends within a character */
  end(): Uint8Array;
}

/** The transcoder of an encoding; undefined for UTF-8, which is read as it is. */
export function transcoder(encoding: FileEncoding): Transcoder | undefined {
  if (encoding === 'utf-8') return undefined;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const encoder = new TextEncoder();
  return {
    push: (chunk) => encoder.encode(decoder.decode(chunk, { stream: true })),
    end: () => encoder.encode(decoder.decode()),
  };
}

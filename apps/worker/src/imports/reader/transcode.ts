import type { FileEncoding } from '@portal/contracts/file-formats';
import { transcoder } from '@portal/domain/file-format/decoding';
import { TaskFileError } from './task-file-error.js';

const NAMES: Readonly<Record<FileEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
};

/**
 * A file in another encoding as UTF-8.
 * @throws {TaskFileError} if it is not text in that encoding
 */
export async function* transcoded(
  file: AsyncIterable<Buffer>,
  encoding: FileEncoding,
): AsyncGenerator<Buffer> {
  const text = transcoder(encoding);
  if (text === undefined) {
    yield* file;
    return;
  }
  const read = (part: () => Uint8Array): Buffer => {
    try {
      const bytes = part();
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    } catch {
      throw new TaskFileError(
        `The file is not text in ${NAMES[encoding]}, as its format says: choose another encoding`,
      );
    }
  };
  for await (const chunk of file) yield read(() => text.push(chunk));
  yield read(() => text.end());
}

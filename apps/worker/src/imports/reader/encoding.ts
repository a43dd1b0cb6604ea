import { otherEncoding } from '@portal/domain/text-encoding';
import { TaskFileError } from './task-file-error.js';

/**
 * Refuses other Unicode encodings by name, so that the uploader knows what to change. `head` is at
 * least the first four bytes.
 */
export function refuseOtherEncodings(head: Buffer): void {
  const name = otherEncoding(head);
  if (name === undefined) return;
  throw new TaskFileError(`The file is encoded in ${name}; save it as UTF-8`);
}

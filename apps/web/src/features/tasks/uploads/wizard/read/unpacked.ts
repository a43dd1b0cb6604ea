import { Gunzip } from 'fflate';

const STEP_BYTES = 256 * 1024;
/** Packed data becomes up to a thousand times larger. */
const PACKED_STEP_BYTES = 4 * 1024;

/** The bytes of a file, unpacked if they are packed, in steps between which the page stays alive. */
export async function* unpackedBytes(file: Blob): AsyncGenerator<Uint8Array> {
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const parts: Uint8Array[] = [];
  const gunzip = a === 0x1f && b === 0x8b ? new Gunzip((part) => parts.push(part)) : undefined;
  for (let at = 0; at < file.size; at += STEP_BYTES) {
    const bytes = new Uint8Array(await file.slice(at, at + STEP_BYTES).arrayBuffer());
    if (gunzip === undefined) {
      yield bytes;
      continue;
    }
    for (let from = 0; from < bytes.length; from += PACKED_STEP_BYTES) {
      const isLast = at + from + PACKED_STEP_BYTES >= file.size;
      gunzip.push(bytes.subarray(from, from + PACKED_STEP_BYTES), isLast);
      yield* parts.splice(0);
    }
  }
}

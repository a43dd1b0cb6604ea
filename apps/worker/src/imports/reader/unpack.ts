import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TaskFileError } from './task-file-error.js';

export interface UnpackLimits {
  /** Maximum size of the unpacked content in bytes. */
  readonly maxUnpackedBytes: number;
}

/** No task file has a higher compression ratio. Checked after RATIO_FROM_BYTES of content. */
const MAX_RATIO = 300;
const RATIO_FROM_BYTES = 64 * 1024 * 1024;
const OUTPUT_CHUNK_BYTES = 256 * 1024;

/**
 * The content of a file: unpacked if its first two bytes are those of gzip, otherwise unchanged.
 * @throws {TaskFileError} if the gzip data is damaged, truncated or too large when unpacked
 */
export async function* unpack(
  file: AsyncIterable<Buffer>,
  limits: UnpackLimits,
): AsyncGenerator<Buffer> {
  const source = file[Symbol.asyncIterator]();
  const head = await firstBytes(source, 2);
  const whole = resume(head, source);
  if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzip(whole, limits);
  else yield* whole;
}

async function firstBytes(source: AsyncIterator<Buffer>, wanted: number): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < wanted) {
    const next = await source.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  return head;
}

async function* resume(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* { [Symbol.asyncIterator]: () => source };
}

async function* gunzip(
  packed: AsyncIterable<Buffer>,
  limits: UnpackLimits,
): AsyncGenerator<Buffer> {
  let taken = 0;
  let unpacked = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of packed) {
      taken += chunk.length;
      yield chunk;
    }
  };
  const stream = createGunzip({ chunkSize: OUTPUT_CHUNK_BYTES });
  // The loop below receives the errors of both streams, and closes the pipeline if it stops early.
  pipeline(counted, stream, () => undefined);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > limits.maxUnpackedBytes) {
        throw new TaskFileError(`The file unpacks to more than ${limits.maxUnpackedBytes} bytes`);
      }
      if (unpacked > RATIO_FROM_BYTES && unpacked > taken * MAX_RATIO) {
        throw new TaskFileError(`The file unpacks to more than ${MAX_RATIO} times its size`);
      }
      yield chunk;
    }
  } catch (error) {
    throw asTaskFileError(error);
  }
}

function asTaskFileError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return new TaskFileError('The gzip data is truncated');
  if (code === 'Z_DATA_ERROR') return new TaskFileError('The gzip data is damaged');
  return error;
}

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { constants, gunzipSync } from 'node:zlib';
import type { MultipartFile } from '@fastify/multipart';
import { FORMAT_LIMITS } from '@portal/contracts/file-formats';
import type { TaskFileFormat } from '@portal/contracts/task-file';
import { endOf } from '@portal/domain/cut-text';
import { formatOfContent, formatOfName } from '@portal/domain/task-file-format';
import type { UploadStore } from '@portal/platform/upload-store';
import type { FastifyRequest } from 'fastify';
import { ProblemException } from '../../problems/problem.js';
import { extendedNames } from './extended-names.js';
import { FORMAT_FIELD } from './upload-format.js';

const FIELD = 'file';
const MAX_NAME_LENGTH = 255;
/** The beginning of a file that shows its format, as it is sent. */
const HEAD_BYTES = 4096;
/** Longer than RFC 2046 allows (70), and shorter than what the parser refuses. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,200}"|[^\s;"]{1,200})\s*(?:;|$)/i;

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  readonly format: TaskFileFormat;
  /** The form field `file_format` before it. */
  readonly settings: string | undefined;
}

/**
 * Streams the one file of a multipart request, which a field with a file format may precede, into the store under `key`, without buffering it in
 * memory. If the request is invalid or aborted, nothing remains in the store.
 * @throws {ProblemException} that names what is wrong with the request
 */
export async function receiveFile(
  request: FastifyRequest,
  store: UploadStore,
  key: string,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) {
    throw new ProblemException('unsupported-media-type', 'The body must be multipart/form-data');
  }
  if (!BOUNDARY.test(request.headers['content-type'] ?? '')) throw brokenForm();
  let received: ReceivedFile | undefined;
  let settings: string | undefined;
  const extendedName = extendedNames(request.raw);
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field' && part.fieldname === FORMAT_FIELD && !received) {
        if (part.valueTruncated) throw tooLargeFormat();
        settings = String(part.value);
        continue;
      }
      if (part.type !== 'file' || part.fieldname !== FIELD) throw unexpectedPart(part.fieldname);
      const name = nameOf(extendedName() ?? part.filename);
      received = { ...(await storePart(part, name, store, key)), settings };
    }
  } catch (error) {
    if (received) await store.remove(key);
    throw isBrokenForm(error) || isAborted(request) ? brokenForm() : error;
  }
  if (!received) throw missingFile();
  return received;
}

async function storePart(
  part: MultipartFile,
  name: string,
  store: UploadStore,
  key: string,
): Promise<Omit<ReceivedFile, 'settings'>> {
  const format = formatOfName(name, part.mimetype);
  if (format === undefined || name === '') throw notATaskFile();
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      }
      yield chunk;
    }
  }
  await store.write(key, Readable.from(measured(), { objectMode: false }));
  if (part.file.truncated) {
    await store.remove(key);
    throw tooLarge();
  }
  if (bytes === 0) {
    await store.remove(key);
    throw new ProblemException('invalid-input', 'The file is empty', [
      {
        pointer: `/${FIELD}`,
        detail: 'is empty; send a JSON array, one task object per line, or CSV',
      },
    ]);
  }
  return {
    // The end says what the file is.
    name: endOf(name, MAX_NAME_LENGTH),
    bytes,
    sha256: hash.digest('hex'),
    format: format === 'content' ? formatOfContent(textOf(head)) : format,
  };
}

/** The text at the beginning of a file; '' if its gzip data is damaged, which the worker reports. */
function textOf(head: Buffer): string {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head.toString();
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  } catch {
    return '';
  }
}

/** Control characters, those that turn the direction of a text, and halves of a character. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;

function nameOf(filename: string): string {
  if (filename.includes('\0')) {
    throw new ProblemException('invalid-input', 'The name of the file contains NUL', [
      { pointer: `/${FIELD}`, detail: 'must not have a NUL character in its name' },
    ]);
  }
  // Browsers send a quotation mark in a name as %22.
  return filename.replaceAll('%22', '"').replace(UNSEEN, '').normalize('NFC').trim();
}

function notATaskFile(): ProblemException {
  return new ProblemException('unsupported-media-type', 'The file is not a task file', [
    {
      pointer: `/${FIELD}`,
      detail:
        'must be a .json, .ndjson, .jsonl, .csv or .tsv file, or such a file compressed as .gz',
    },
  ]);
}

/** Whether the client has gone before the end of its request. */
export function isAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** The parser's errors have no code. The store wraps those that occur while it writes. */
function isBrokenForm(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /\bmultipart\b/i.test(error.message) ? !('code' in error) : isBrokenForm(error.cause);
}

function brokenForm(): ProblemException {
  return new ProblemException(
    'invalid-input',
    'The form is truncated, or has no boundary of 1 to 200 characters',
  );
}

function tooLarge(): ProblemException {
  return new ProblemException('payload-too-large', 'The file is larger than 2 GiB', [
    { pointer: `/${FIELD}`, detail: 'must not be larger than 2 GiB' },
  ]);
}

function missingFile(): ProblemException {
  return new ProblemException('invalid-input', 'The form has no file', [
    { pointer: `/${FIELD}`, detail: 'is required' },
  ]);
}

function tooLargeFormat(): ProblemException {
  return new ProblemException('invalid-input', 'The file format is too large', [
    {
      pointer: `/${FORMAT_FIELD}`,
      detail: `must have at most ${FORMAT_LIMITS.maxSettings} bytes`,
    },
  ]);
}

function unexpectedPart(field: string): ProblemException {
  return new ProblemException('invalid-input', `The form contains more than the field ${FIELD}`, [
    {
      pointer: `/${field}`,
      detail:
        field === FORMAT_FIELD
          ? 'must stand once, before the file'
          : `is not a known field; send the file in the field ${FIELD}`,
    },
  ]);
}

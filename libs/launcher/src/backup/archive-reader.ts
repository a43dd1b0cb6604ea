import { createHash, type Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import { type ArchiveEntry, countEntry, entryOf } from './archive-entry.js';
import { BackupError, withoutStack } from './backup-error.js';
import { bothOf } from './both-of.js';
import { END, endSchema, MANIFEST } from './manifest.js';
import type { WorkOptions } from './work-options.js';

/** What is done with the content of a backup; it counts when the backup was read to its end. */
export interface Unpacking {
  /** Called first, with the JSON of the manifest. */
  begin(manifest: unknown): void;
  add(entry: ArchiveEntry, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Reads a backup once, from its beginning to its end.
 * @throws {BackupError} if it is no backup, or damaged, or not whole; some of it may be added by then
 */
export async function readArchive(
  file: string,
  unpacking: Unpacking,
  { signal, onProgress }: WorkOptions,
): Promise<void> {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new BackupError(`There is no file ${file}.`);
  let done = 0;
  const progress = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      onProgress(done / size);
      next(null, chunk);
    },
  });
  const entries = extract();
  const read = pipeline(createReadStream(file), progress, createGunzip(), entries, { signal });
  try {
    await bothOf(unpack(entries, unpacking), read);
  } catch (error) {
    signal.throwIfAborted();
    const plain = withoutStack(error);
    if (plain instanceof BackupError) throw plain;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${file} is damaged, or no backup of the portal (${reason}).`);
  }
}

async function unpack(entries: Extract, unpacking: Unpacking): Promise<void> {
  const hash = createHash('sha256');
  let place: 'before' | 'inside' | 'after' = 'before';
  for await (const file of entries) {
    const entry = entryOf(file.header);
    if (place === 'after') throw new Error('it goes on after its end');
    if (place === 'inside' && entry.name === END) {
      const { sha256 } = endSchema.parse(await json(file));
      if (sha256 !== hash.digest('hex')) throw new Error('its checksum is another one');
      place = 'after';
      continue;
    }
    countEntry(hash, entry);
    const content = counted(file, hash);
    if (place === 'inside') await unpacking.add(entry, content);
    else if (entry.name !== MANIFEST) throw new Error(`it does not begin with ${MANIFEST}`);
    else unpacking.begin(await json(content));
    place = 'inside';
  }
  if (place !== 'after') throw new Error('its end is missing');
}

async function* counted(file: AsyncIterable<unknown>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of file) {
    if (!(chunk instanceof Uint8Array)) throw new Error('it has a file without bytes');
    hash.update(chunk);
    yield chunk;
  }
}

async function json(file: AsyncIterable<unknown>): Promise<unknown> {
  return JSON.parse((await buffer(file)).toString());
}

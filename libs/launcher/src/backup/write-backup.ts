import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { SECRET_PATHS, SIGNING_KEY } from '@portal/platform/load-or-create-secret';
import { isMissing } from '@portal/platform/missing-file';
import type { UploadStoreConfig } from '@portal/platform/upload-store-config';
import { entryOf } from './archive-entry.js';
import { ArchiveWriter } from './archive-writer.js';
import { BackupError, withoutStack } from './backup-error.js';
import { startBaseBackup, type BaseBackup } from './base-backup.js';
import { bothOf } from './both-of.js';
import { BACKUP_FOLDERS } from './folders.js';
import { unlessMissing, uploadedFiles } from './uploaded-files.js';
import type { WorkOptions } from './work-options.js';

export interface BackupSource {
  /** Owner connection to the running cluster. */
  readonly url: string;
  readonly dataDir: string;
  readonly uploadStore: UploadStoreConfig;
  /** Version of the portal. */
  readonly version: string;
}

/** A backup that was made. */
export interface Backup {
  /** It has every earlier change. */
  readonly startedAt: Date;
  readonly bytes: number;
  /** False: it is in the environment of the portal. */
  readonly hasSigningKey: boolean;
}

/** Level 6 makes the file a seventh smaller, and takes more than twice the CPU. */
const GZIP_LEVEL = 1;

/**
 * Writes a backup into a new file, readable by its owner only. Until it is whole its name ends with `.part`.
 * The file has the state of a moment between the call and its end, with every change committed until then.
 * @throws {BackupError}
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  options: WorkOptions,
): Promise<Backup> {
  const path = resolve(file);
  if (existsSync(path)) throw new BackupError(`${path} exists already. Choose another name.`);
  const part = `${path}.part`;
  const handle = await create(part);
  try {
    const startedAt = new Date();
    await fill(handle, source, startedAt, options);
    const { size: bytes } = await stat(part);
    await rename(part, path);
    const hasSigningKey = existsSync(join(source.dataDir, SIGNING_KEY));
    return { startedAt, bytes, hasSigningKey };
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw withoutStack(error);
  }
}

async function create(part: string): Promise<FileHandle> {
  try {
    return await open(part, 'wx', 0o600);
  } catch (error) {
    if (isMissing(error)) throw new BackupError(`There is no directory ${dirname(part)}.`);
    if (!existsSync(part)) throw withoutStack(error);
    throw new BackupError(
      `${part} exists: another backup writes it, or was killed. Remove it, or choose another name.`,
    );
  }
}

async function fill(
  handle: FileHandle,
  source: BackupSource,
  startedAt: Date,
  { signal, onProgress }: WorkOptions,
): Promise<void> {
  const uploadBytes = sum(await uploadedFiles(source.uploadStore));
  const database = await startBaseBackup(source.url, signal);
  let done = 0;
  const writer = new ArchiveWriter((bytes) => {
    done += bytes;
    // The WAL that the database adds at the end is not expected.
    const all = (database.expectedBytes ?? Infinity) + uploadBytes;
    onProgress(Math.min(0.99, done / all));
  });
  const written = pipeline(
    writer.tar,
    createGzip({ level: GZIP_LEVEL }),
    handle.createWriteStream({ flush: true }),
    { signal },
  );
  try {
    await bothOf(written, addAll(writer, database, source, startedAt));
    onProgress(1);
  } finally {
    await database.close();
  }
}

async function addAll(
  writer: ArchiveWriter,
  database: BaseBackup,
  source: BackupSource,
  startedAt: Date,
): Promise<void> {
  try {
    const { uploadStore, dataDir, version } = source;
    await writer.begin({
      format: 1,
      portal: version,
      postgres: database.postgres,
      system_identifier: database.systemIdentifier,
      started_at: startedAt.toISOString(),
      uploads:
        uploadStore.kind === 'file' ? 'here' : `s3://${uploadStore.bucket}/${uploadStore.prefix}`,
    });
    await addSecrets(writer, dataDir);
    await addDatabase(writer, database);
    await addUploads(writer, uploadStore);
    await writer.end();
  } catch (error) {
    writer.tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** The signing key is missing if it is in the environment. */
async function addSecrets(writer: ArchiveWriter, dataDir: string): Promise<void> {
  for (const path of SECRET_PATHS) {
    if (!existsSync(join(dataDir, path))) continue;
    await writer.addText(path, await readFile(join(dataDir, path), 'utf8'));
  }
}

async function addDatabase(writer: ArchiveWriter, { tar }: BaseBackup): Promise<void> {
  const files = extract();
  const sent = pipeline(tar, files);
  const added = (async () => {
    for await (const file of files) {
      const entry = entryOf(file.header);
      await writer.add({ ...entry, name: `${BACKUP_FOLDERS.database}/${entry.name}` }, file);
    }
  })();
  await bothOf(sent, added);
}

/**
 * Copied after the database, so that there is the file of each import that it has. The newest first: those of
 * waiting imports. When an import has ended meanwhile, its file can be removed.
 */
async function addUploads(writer: ArchiveWriter, store: UploadStoreConfig): Promise<void> {
  for (const { path, name } of await uploadedFiles(store)) {
    const handle = await unlessMissing(open(path));
    if (!handle) continue;
    const { size } = await handle.stat();
    const entry = { name: `${BACKUP_FOLDERS.uploads}/${name}`, type: 'file', size } as const;
    await writer.add(entry, handle.createReadStream());
  }
}

function sum(files: readonly { size: number }[]): number {
  return files.reduce((bytes, { size }) => bytes + size, 0);
}

import { chownSync, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SECRET_PATHS, SIGNING_KEY } from '@portal/platform/load-or-create-secret';
import { type Account, databaseAccount } from '../postgres/account.js';
import { findBinaries } from '../postgres/binaries.js';
import { type ClusterHome, moveHome, prepareHome, removeHome } from '../postgres/home.js';
import type { UploadStoreConfig } from '@portal/platform/upload-store-config';
import type { ArchiveEntry } from './archive-entry.js';
import { readArchive, type Unpacking } from './archive-reader.js';
import { BackupError } from './backup-error.js';
import { BACKUP_FOLDERS } from './folders.js';
import { type Manifest, manifestSchema, originSchema } from './manifest.js';
import { Staging } from './staging.js';
import type { WorkOptions } from './work-options.js';

export interface RestoreTarget {
  readonly dataDir: string;
  readonly uploadStore: UploadStoreConfig;
  /** Version of the portal. */
  readonly version: string;
}

/** A backup that was restored. */
export interface Restored {
  readonly manifest: Manifest;
  /** Directory of the uploaded files. */
  readonly uploads: string;
  /** False: the signing key was in the environment of the portal. */
  readonly hasSigningKey: boolean;
}

/**
 * Restores a backup into an empty data directory, so that the portal can start there. Directories and files are
 * readable by their owner only.
 * @throws {BackupError} and changes nothing, if the backup or the directory cannot be used
 */
export async function restoreBackup(
  file: string,
  target: RestoreTarget,
  options: WorkOptions,
): Promise<Restored> {
  const restore = new Restore(target);
  try {
    await readArchive(file, restore, options);
    options.signal.throwIfAborted();
    return restore.commit();
  } catch (error) {
    restore.discard();
    throw error;
  }
}

/** Where the parts of the backup go. */
interface Places {
  readonly data: Staging;
  /** Of the uploads, if they are not in the data directory. */
  readonly store: Staging | undefined;
  readonly uploads: string;
  readonly home: ClusterHome;
}

class Restore implements Unpacking {
  private readonly account = databaseAccount();
  private manifest: Manifest | undefined;
  private places: Places | undefined;
  private hasSigningKey = false;

  constructor(private readonly target: RestoreTarget) {}

  begin(json: unknown): void {
    const { portal } = originSchema.parse(json);
    refuseNewer(portal, this.target.version);
    this.manifest = manifestSchema.parse(json);
    refuseOtherPostgres(this.manifest);
    this.places = placesIn(this.target, this.account);
  }

  async add(entry: ArchiveEntry, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { path, account } = this.placeOf(entry.name);
    makePrivate(entry.type === 'directory' ? path : dirname(path), account);
    if (entry.type === 'directory') return;
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    give(path, account);
  }

  /** The database comes last: there is none without its uploads and secrets. */
  commit(): Restored {
    if (!this.places || !this.manifest) throw new Error('nothing was read');
    const { data, store, home } = this.places;
    store?.commit();
    data.commit(POSTGRES);
    moveHome(home, join(data.dir, POSTGRES), this.account);
    const uploads = uploadDir(this.target);
    return { manifest: this.manifest, uploads, hasSigningKey: this.hasSigningKey };
  }

  discard(): void {
    if (!this.places) return;
    removeHome(this.places.home);
    this.places.store?.discard();
    this.places.data.discard();
  }

  private placeOf(name: string): { path: string; account: Account } {
    if (!this.places) throw new Error('a file before the manifest');
    const { data, uploads, home } = this.places;
    const inDatabase = below(name, BACKUP_FOLDERS.database);
    if (inDatabase !== undefined)
      return { path: join(home.data, inDatabase), account: this.account };
    const inUploads = below(name, BACKUP_FOLDERS.uploads);
    if (inUploads !== undefined) return { path: join(uploads, inUploads), account: {} };
    if (!SECRET_PATHS.includes(name)) throw new Error(`it contains ${name}`);
    this.hasSigningKey ||= name === SIGNING_KEY;
    return { path: join(data.path, name), account: {} };
  }
}

const POSTGRES = 'postgres';

function placesIn(target: RestoreTarget, account: Account): Places {
  const data = new Staging(target.dataDir);
  let store: Staging | undefined;
  try {
    const inData = relative(target.dataDir, uploadDir(target));
    const isOwn = isAbsolute(inData) || inData.startsWith('..');
    if (isOwn) store = new Staging(uploadDir(target));
    const uploads = store?.path ?? join(data.path, inData);
    const home = prepareHome(join(data.path, POSTGRES), account);
    makePrivate(home.data, account);
    return { data, store, uploads, home };
  } catch (error) {
    store?.discard();
    data.discard();
    throw error;
  }
}

/** With a bucket as upload store, the files go where they would be without it. */
function uploadDir({ uploadStore, dataDir }: RestoreTarget): string {
  return uploadStore.kind === 'file' ? uploadStore.dir : join(dataDir, BACKUP_FOLDERS.uploads);
}

function refuseNewer(made: string, own: string): void {
  if (new Intl.Collator('en', { numeric: true }).compare(made, own) <= 0) return;
  throw new BackupError(
    `The backup was made by version ${made} of the portal, and this is ${own}. Use version ${made} or a later one.`,
  );
}

function refuseOtherPostgres({ postgres, portal }: Manifest): void {
  const own = findBinaries().version;
  if (majorOf(own) === majorOf(postgres)) return;
  throw new BackupError(
    `The backup is of PostgreSQL ${majorOf(postgres)}, and this version of the portal has ${majorOf(own)}. ` +
      `Restore it with version ${portal} of the portal.`,
  );
}

function majorOf(version: string): string {
  return version.split('.')[0] ?? '';
}

/** The rest of the path in the folder. */
function below(name: string, folder: string): string | undefined {
  return name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : undefined;
}

function makePrivate(dir: string, account: Account): void {
  if (existsSync(dir)) return;
  makePrivate(dirname(dir), account);
  mkdirSync(dir, { mode: 0o700 });
  give(dir, account);
}

function give(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

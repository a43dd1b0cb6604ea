import type { Removed } from '@portal/contracts/housekeeping';
import {
  deleteExpiredTokens,
  deleteOldKeys,
  pruneAccessChanges,
  pruneImportHistories,
  pruneTaskChanges,
} from '@portal/persistence/housekeeping';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { Queryable } from '@portal/persistence/queryable';
import {
  IMPORT_FILES,
  isDraft,
  type StoredFile,
  type UploadStore,
} from '@portal/platform/upload-store';

/** Something that housekeeping removes. */
export interface Pruning {
  readonly name: string;
  readonly when: 'minute' | 'night';
  /**
   * @param db the transaction of this pruning; if it fails, all of it is rolled back and tried again
   *   a minute later
   */
  prune(db: Queryable, store: UploadStore): Promise<Removed>;
}

const LOST_AFTER_MS = 24 * 60 * 60_000;

/**
 * Removes the files of imports that ended a day ago, and all but the newest ten of each user. Until
 * the commit no import can start with one of them. Once a minute, because these files are large.
 */
const KEPT_FILES: Pruning = {
  name: 'kept_files',
  when: 'minute',
  async prune(db, store) {
    const files = await new ImportRepository(db).giveUpFiles();
    for (const { key } of files) await store.remove(key);
    return { kept_files: filesOf(files) };
  },
};

/**
 * Removes files of a day ago that no import has. A server that crashes between storing a file and
 * its import leaves one; a server that is killed during an upload leaves the part that it received.
 */
const LOST_FILES: Pruning = {
  name: 'lost_files',
  when: 'night',
  async prune(db, store) {
    const removed: StoredFile[] = [];
    const dayAgo = new Date(Date.now() - LOST_AFTER_MS);
    for await (const files of store.unchangedSince(IMPORT_FILES, dayAgo)) {
      const lost = new Set(
        await new ImportRepository(db).keysWithoutImport(files.map(({ key }) => key)),
      );
      for (const file of files.filter(({ key }) => lost.has(key))) {
        await store.remove(file.key);
        removed.push(file);
      }
    }
    return {
      lost_files: filesOf(removed.filter(({ key }) => !isDraft(key))),
      unfinished_uploads: filesOf(removed.filter(({ key }) => isDraft(key))),
    };
  },
};

const REFRESH_TOKENS = rowsPruning('refresh_tokens', deleteExpiredTokens);
const ACCESS_CHANGES = rowsPruning('access_changes', pruneAccessChanges);
const IMPORT_HISTORIES = rowsPruning('import_histories', pruneImportHistories);
const TASK_REMOVALS = rowsPruning('task_removals', pruneTaskChanges);
const IDEMPOTENCY_KEYS = rowsPruning('idempotency_keys', deleteOldKeys);

/** All that housekeeping removes, in this order. */
export const PRUNINGS: readonly Pruning[] = [
  KEPT_FILES,
  LOST_FILES,
  REFRESH_TOKENS,
  ACCESS_CHANGES,
  IMPORT_HISTORIES,
  TASK_REMOVALS,
  IDEMPOTENCY_KEYS,
];

/** Deletes rows in the night. */
function rowsPruning(name: string, remove: (db: Queryable) => Promise<number>): Pruning {
  return {
    name,
    when: 'night',
    prune: async (db) => ({ [name]: { count: await remove(db), bytes: null } }),
  };
}

function filesOf(files: readonly { bytes: number }[]): Removed[string] {
  return { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

import { deleteExpiredSessions, pruneAccessChanges } from '@portal/persistence/housekeeping';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { Queryable } from '@portal/persistence/queryable';
import { IMPORT_FILES, type UploadStore } from '@portal/platform/upload-store';

/** Regular work, which one worker at a time does. */
export interface Chore {
  /** Names it in `core.chore`. */
  readonly name: string;
  /** `always`: once a minute. */
  readonly when: 'always' | 'night';
  /**
   * @param db the transaction of this run; if the work fails, all of it is rolled back and tried
   *   again a minute later
   */
  run(db: Queryable, store: UploadStore): Promise<void>;
}

const LOST_AFTER_MS = 24 * 60 * 60_000;

/**
 * Removes the files of imports that ended a day ago, and all but the newest ten of each user. Until
 * the commit no import can start with one of them.
 */
const KEPT_FILES: Chore = {
  name: 'kept-files',
  when: 'always',
  async run(db, store) {
    for (const key of await new ImportRepository(db).giveUpFiles()) await store.remove(key);
  },
};

/**
 * Removes files of a day ago that no import has. A server that crashes between storing a file and
 * its import leaves one, complete or not.
 */
const LOST_FILES: Chore = {
  name: 'lost-files',
  when: 'night',
  async run(db, store) {
    const dayAgo = new Date(Date.now() - LOST_AFTER_MS);
    for await (const keys of store.unchangedSince(IMPORT_FILES, dayAgo)) {
      for (const key of await new ImportRepository(db).keysWithoutImport(keys)) {
        await store.remove(key);
      }
    }
  },
};

const EXPIRED_SESSIONS: Chore = {
  name: 'expired-sessions',
  when: 'night',
  run: deleteExpiredSessions,
};

const ACCESS_CHANGES: Chore = {
  name: 'access-changes',
  when: 'night',
  run: (db) => pruneAccessChanges(db, ACCESS_CHANGES.name),
};

/** All regular work. */
export const CHORES: readonly Chore[] = [KEPT_FILES, LOST_FILES, EXPIRED_SESSIONS, ACCESS_CHANGES];

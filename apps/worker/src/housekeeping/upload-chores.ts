import { ImportRepository } from '@portal/persistence/imports/import-repository';
import { IMPORT_FILES } from '@portal/platform/upload-store';
import type { Chore } from './chore.js';

const LOST_AFTER_MS = 24 * 60 * 60_000;

/**
 * Removes the files of imports that ended a day ago, and all but the newest ten of each user. Until
 * the commit no import can start with one of them.
 */
export const KEPT_FILES: Chore = {
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
export const LOST_FILES: Chore = {
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

import { deleteExpiredSessions, pruneAccessChanges } from '@portal/persistence/housekeeping';
import type { Chore } from './chore.js';
import { KEPT_FILES, LOST_FILES } from './upload-chores.js';

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

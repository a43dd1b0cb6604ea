import { reporting } from '../reporting/views.js';
import { accessChanges } from './access-changes.js';
import { access } from './access.js';
import { aggregates } from './aggregates/aggregates.js';
import { archive } from './archive.js';
import { audit } from './audit.js';
import { housekeeping } from './housekeeping.js';
import { idempotency } from './idempotency.js';
import { lastAdmin } from './last-admin.js';
import { recordChanges } from './record-changes.js';
import { signIn } from './sign-in.js';
import { socketMessages } from './socket-messages.js';
import { taskHistory } from './task-history.js';
import { taskIndexes } from './task-indexes.js';
import { tables } from './tables.js';
import { watching } from './watching.js';

/**
 * Today's schema by subject, each using only earlier ones. Databases get it by the migrations; a
 * test compares the two.
 */
export const SUBJECTS: readonly string[] = [
  tables,
  taskIndexes,
  aggregates,
  access,
  accessChanges,
  audit,
  lastAdmin,
  archive,
  socketMessages,
  signIn,
  housekeeping,
  idempotency,
  watching,
  taskHistory,
  recordChanges,
  reporting,
];

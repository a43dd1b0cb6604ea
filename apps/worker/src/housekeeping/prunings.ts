import { pruneAlertChanges } from '@portal/persistence/alerts/alerts';
import { dropZeroRows } from '@portal/persistence/aggregates/zero-rows';
import type { Removed } from '@portal/contracts/housekeeping';
import {
  deleteExpiredTokens,
  deleteOldKeys,
  FORGOTTEN_AT_ONCE,
  pruneAccessChanges,
  pruneAudit,
  pruneImportHistories,
  pruneImportIssues,
  pruneImports,
  pruneTaskChanges,
} from '@portal/persistence/housekeeping';
import type { Db } from '@portal/persistence/db';
import { ImportFiles } from '@portal/persistence/imports/import-files';
import { pruneNotifications } from '@portal/persistence/telling/notifications';
import { pruneWebhookEvents } from '@portal/persistence/webhooks/webhook-log';
import type { Queryable } from '@portal/persistence/queryable';
import type { Config } from '@portal/platform/config';
import { removeOldLogs } from '@portal/platform/log-file';
import {
  IMPORT_FILES,
  isDraft,
  type StoredFile,
  type UploadStore,
} from '@portal/platform/upload-store';
import { join } from 'node:path';

/** Something that housekeeping removes. */
export interface Pruning {
  readonly name: string;
  readonly when: 'minute' | 'night';
  /**
   * Removes a batch. If it fails, it is tried again a minute later. No transaction is open while files are removed.
   */
  prune(db: Db, means: Means): Promise<Batch>;
}

export interface Means {
  readonly store: UploadStore;
  readonly config: Config;
}

interface Batch {
  readonly removed: Removed;
  /** Whether there may be more to remove. */
  readonly goesOn: boolean;
}

const LOST_AFTER_MS = 24 * 60 * 60_000;

/**
 * Removes the files of imports that ended a day ago, and all but the newest ten of each user. First they are
 * given up, so that no import can start with one of them. A file that the store fails to remove is taken back; one of a
 * worker that dies is lost, and removed by the nightly run. Once a minute, because these files are large.
 */
const KEPT_FILES: Pruning = {
  name: 'kept_files',
  when: 'minute',
  async prune(db, { store }) {
    const imports = new ImportFiles(db);
    const files = await imports.giveUpFiles();
    const left = new Set(files.map(({ key }) => key));
    try {
      for (const { key } of files) {
        await store.remove(key);
        left.delete(key);
      }
    } catch (error) {
      await imports.takeBackFiles(files.filter(({ key }) => left.has(key)));
      throw error;
    }
    return { removed: { kept_files: filesOf(files) }, goesOn: false };
  },
};

/**
 * Removes files of a day ago that no import has. A server that crashes between storing a file and
 * its import leaves one; a server that is killed during an upload leaves the part that it received.
 */
const LOST_FILES: Pruning = {
  name: 'lost_files',
  when: 'night',
  async prune(db, { store }) {
    const removed: StoredFile[] = [];
    const dayAgo = new Date(Date.now() - LOST_AFTER_MS);
    for await (const files of store.unchangedSince(IMPORT_FILES, dayAgo)) {
      const lost = new Set(
        await new ImportFiles(db).keysWithoutImport(files.map(({ key }) => key)),
      );
      for (const file of files.filter(({ key }) => lost.has(key))) {
        await store.remove(file.key);
        removed.push(file);
      }
    }
    return {
      removed: {
        lost_files: filesOf(removed.filter(({ key }) => !isDraft(key))),
        unfinished_uploads: filesOf(removed.filter(({ key }) => isDraft(key))),
      },
      goesOn: false,
    };
  },
};

/** The log files of `npm start`, which runs beside its worker; containers leave them to their platform. */
const LOG_FILES: Pruning = {
  name: 'log_files',
  when: 'night',
  async prune(_db, { config: { dataDir, logDays } }) {
    const sizes = await removeOldLogs(join(dataDir, 'logs'), logDays);
    return { removed: { log_files: filesOf(sizes.map((bytes) => ({ bytes }))) }, goesOn: false };
  },
};

const REFRESH_TOKENS = rowsPruning('refresh_tokens', whole(deleteExpiredTokens));
const ACCESS_CHANGES = rowsPruning('access_changes', whole(pruneAccessChanges));
const IMPORT_HISTORIES = rowsPruning('import_histories', async (db) => {
  const count = await pruneImportHistories(db);
  return { count, goesOn: count > 0 };
});
const TASK_REMOVALS = rowsPruning('task_removals', async (db, { auditDays }) => ({
  count: await pruneTaskChanges(db, auditDays),
  goesOn: false,
}));
const READ_MODEL_ROWS = rowsPruning('read_model_rows', whole(dropZeroRows));
const IDEMPOTENCY_KEYS = rowsPruning('idempotency_keys', whole(deleteOldKeys));
const NOTIFICATIONS = rowsPruning('notifications', whole(pruneNotifications));
const ALERT_CHANGES = rowsPruning('alert_changes', whole(pruneAlertChanges));
const WEBHOOK_EVENTS = rowsPruning('webhook_events', whole(pruneWebhookEvents));
const AUDIT = rowsPruning('audit', async (db, { auditDays }) => {
  if (auditDays === 0) return { count: 0, goesOn: false };
  const { groups, changes } = await pruneAudit(db, auditDays);
  return { count: changes, goesOn: groups === FORGOTTEN_AT_ONCE };
});
const IMPORT_ISSUES = rowsPruning('import_issues', async (db, { importIssueDays }) => {
  if (importIssueDays === 0) return { count: 0, goesOn: false };
  const count = await pruneImportIssues(db, importIssueDays);
  return { count, goesOn: count === FORGOTTEN_AT_ONCE };
});

const IMPORTS = rowsPruning('imports', async (db, { auditDays }) => {
  if (auditDays === 0) return { count: 0, goesOn: false };
  const count = await pruneImports(db, auditDays);
  return { count, goesOn: count === FORGOTTEN_AT_ONCE };
});

/** All that housekeeping removes, in this order: imports after the records that refer to them. */
export const PRUNINGS: readonly Pruning[] = [
  KEPT_FILES,
  LOST_FILES,
  LOG_FILES,
  REFRESH_TOKENS,
  ACCESS_CHANGES,
  IMPORT_HISTORIES,
  TASK_REMOVALS,
  READ_MODEL_ROWS,
  IDEMPOTENCY_KEYS,
  NOTIFICATIONS,
  WEBHOOK_EVENTS,
  ALERT_CHANGES,
  AUDIT,
  IMPORT_ISSUES,
  IMPORTS,
];

type RemoveRows = (
  db: Queryable,
  config: Config,
) => Promise<{ readonly count: number; readonly goesOn: boolean }>;

/** Deletes rows nightly. */
function rowsPruning(name: string, remove: RemoveRows): Pruning {
  return {
    name,
    when: 'night',
    async prune(db, { config }) {
      const { count, goesOn } = await db.transaction((tx) => remove(tx, config));
      return { removed: { [name]: { count, bytes: null } }, goesOn };
    },
  };
}

/** Rows that one statement deletes. */
function whole(remove: (db: Queryable) => Promise<number>): RemoveRows {
  return async (db) => ({ count: await remove(db), goesOn: false });
}

function filesOf(files: readonly { bytes: number }[]): Removed[string] {
  return { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Constants that both ends of the wire agree on. Durations are milliseconds unless named otherwise. */

/** Task statuses the portal knows; a file may carry others, which are kept and shown title-cased. */
export const TASK_STATUSES = [
  'completed',
  'in_progress',
  'pending',
  'rework',
  'ready_for_review',
  'reviewed',
  'delivered',
] as const;

/** A task in one of these states counts as done. */
export const DONE_STATUSES = ['completed', 'reviewed', 'delivered'] as const;

export const BATCH_STATUSES = ['ongoing', 'completed', 'draft', 'paused', 'cancelled'] as const;
export const PROJECT_STATUSES = [
  'unstarted',
  'ongoing',
  'completed',
  'on_hold',
  'cancelled',
] as const;
export const PROJECT_TYPES = ['rlhf', 'sft', 'form', 'edit_predication', 'other'] as const;
export const POD_ROLES = ['lead', 'reviewer', 'trainer'] as const;
export const VALIDATION_STATUSES = ['passed', 'failed', 'pending'] as const;
export const THEMES = ['light', 'dark'] as const;
export const CHART_TYPES = ['table', 'bar', 'line', 'doughnut'] as const;
export const AGGREGATION_METHODS = ['sum', 'avg', 'count', 'max', 'min'] as const;

export const DEFAULT_ACTIVITY_DAYS = 30;
export const MAX_ACTIVITY_DAYS = 366;
export const DEFAULT_REPORTING_TIME_ZONE = 'America/Los_Angeles';

/** The one meta key there is: when an import last ended. */
export const META_TASKS_LAST_IMPORTED_AT = 'tasks_last_imported_at';

/** Largest upload that is accepted, in bytes as sent. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;
/** Largest content after gzip is undone, in bytes. */
export const MAX_UNPACKED_BYTES = 16 * 1024 ** 3;
/** How long an upload call waits for the import's end unless `Prefer: wait=N` says otherwise. */
export const DEFAULT_UPLOAD_WAIT_SECONDS = 30;
/** Errors of an import that its detail lists; the rest are in errors.csv. */
export const LISTED_IMPORT_ERRORS = 100;

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_DAYS = 30;

/** A room gets at most this many messages of one topic a second. */
export const MAX_STATES_PER_SECOND = 10;

/** Limits of a run of custom SQL, and what holds where none are given. */
export const MAX_QUERY_BYTES = 64 * 1024;
export const MAX_QUERY_SECONDS = 120;
export const MAX_QUERY_ROWS = 10_000;
export const DEFAULT_QUERY_SECONDS = 30;
export const DEFAULT_QUERY_ROWS = 1_000;
export const PREVIEW_SECONDS = 10;
export const PREVIEW_ROWS = 100;
/** How long the database may take to look at a query that is saved. */
export const SAVING_SECONDS = 10;
/** Statistics that one call may run. */
export const MAX_BULK_STATS = 100;

/**
 * Constants that client and server share. Durations are milliseconds unless the name has a unit.
 */

/**
 * Task statuses that the portal defines. A file may contain others; they are stored and shown in
 * title case.
 */
/** In the order of work. */
export const TASK_STATUSES = [
  'pending',
  'in_progress',
  'ready_for_review',
  'rework',
  'completed',
  'reviewed',
  'delivered',
] as const;

/** The statuses of reviews that accept the work, and those that send it back. Any other is no verdict. */
export const ACCEPTING_REVIEWS = [
  'reviewed',
  'approved',
  'accepted',
  'passed',
  'completed',
  'delivered',
  'done',
  'ok',
] as const;
export const REFUSING_REVIEWS = [
  'rework',
  'rejected',
  'refused',
  'failed',
  'returned',
  'needs_rework',
  'needs_changes',
  'changes_requested',
] as const;
/** A verdict about a round of a task, and what it comes from. */
export const VERDICTS = ['accepted', 'rework'] as const;
export const ROUND_SOURCES = ['review', 'feedback', 'status'] as const;

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
export type PodRole = (typeof POD_ROLES)[number];
export const VALIDATION_STATUSES = ['passed', 'failed', 'pending'] as const;
export const THEMES = ['light', 'dark'] as const;
export const CHART_TYPES = ['table', 'bar', 'line', 'doughnut'] as const;
/** Who sees a custom statistic: all members of the project, or those who see the numbers of others. */
export const STAT_AUDIENCES = ['members', 'leads'] as const;
/** What the caller of a custom statistic gives it; null is no bound. */
export const STAT_PARAMETERS = ['start_date', 'end_date', 'batch_ids'] as const;
export type StatParameter = (typeof STAT_PARAMETERS)[number];
export const AGGREGATION_METHODS = ['sum', 'avg', 'count', 'max', 'min'] as const;

export const DEFAULT_ACTIVITY_DAYS = 30;
export const MAX_ACTIVITY_DAYS = 366;
export const DEFAULT_REPORTING_TIME_ZONE = 'America/Los_Angeles';

/** The only meta key that the API has: the time at which the last import ended. */
export const META_TASKS_LAST_IMPORTED_AT = 'tasks_last_imported_at';
/** The last transaction whose deletions of tasks are forgotten, as decimal digits. */
export const META_REMOVALS_PRUNED_THROUGH = 'task_removals_pruned_through';
/** The version of the portal that migrated the database last. */
export const META_VERSION = 'version';
/** The meta key of what housekeeping has removed. */
export const META_HOUSEKEEPING = 'housekeeping';
/** The meta key of the time of the last backup, as an ISO instant: it has every earlier change. */
export const META_LAST_BACKUP_AT = 'last_backup_at';

/** Maximum size of an upload in bytes, as sent. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;
/** Maximum size of the content after gzip decompression, in bytes. */
export const MAX_UNPACKED_BYTES = 16 * 1024 ** 3;
/** Maximum kept files of ended imports of one user. */
export const MAX_KEPT_FILES = 10;
/** Seconds that an upload call waits for the end of the import; `Prefer: wait=N` overrides it. */
export const DEFAULT_UPLOAD_WAIT_SECONDS = 30;
/** Number of errors in the detail of an import; errors.csv contains all. */
export const LISTED_IMPORT_ERRORS = 100;

export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const REFRESH_TOKEN_DAYS = 30;

/** Maximum messages of one topic per second and room. */
export const MAX_STATES_PER_SECOND = 10;

/** Limits of a run of custom SQL, and the defaults. */
export const MAX_QUERY_BYTES = 64 * 1024;
/** Words and signs, also those within strings and comments: they limit the work of the parser. */
export const MAX_QUERY_TOKENS = 20_000;
/** Levels of the tree that PostgreSQL's parser makes of a query. */
export const MAX_QUERY_LEVELS = 250;
export const MAX_QUERY_SECONDS = 120;
export const MAX_QUERY_ROWS = 10_000;
export const DEFAULT_QUERY_SECONDS = 30;
export const DEFAULT_QUERY_ROWS = 1_000;
export const PREVIEW_SECONDS = 10;
export const PREVIEW_ROWS = 100;
/** Seconds that the database may take to check a query that is saved. */
export const SAVING_SECONDS = 10;
/** Maximum statistics in one bulk call. */
export const MAX_BULK_STATS = 100;

/** The numbers of the dashboard and of the delivery statistics whose tasks can be listed. */
export const TASK_NUMBERS = [
  'tasks',
  'done',
  'done_reviewed',
  'rework',
  'delivered',
  'ready',
  'reviewed_ready',
  'reviewed',
  'with_duration',
] as const;
export type TaskNumber = (typeof TASK_NUMBERS)[number];

/** Longest period of the statistics of users, in days. */
export const MAX_STATS_DAYS = 400;

/** Numbers of the rounds of `GET /tasks/rounds`, which have its filters. */
export const ROUND_NUMBERS = ['rounds', 'first_looks', 'rework_rounds'] as const;

/** Numbers of the work of a project, a pod or a person, in a period or now. */
export const WORK_NUMBERS = [
  'completed_in_period',
  'in_progress_in_period',
  'reviews_in_period',
  'reviewed_in_period',
  'sent_back_in_period',
  'waiting_for_review',
  'in_review_queue',
  'completed_by_users',
  'claimed_now',
  'done_of_user',
  'with_duration_of_user',
  'rework_of_user',
  'stuck',
  ...ROUND_NUMBERS,
] as const;
export type WorkNumber = (typeof WORK_NUMBERS)[number];

/** Characters of a search, and of a value of a filter. */
export const MAX_FILTER_TEXT = 1000;

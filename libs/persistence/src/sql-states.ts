/** The database raises it if a change would remove the last active user with full-access. */
export const NO_ADMIN_LEFT = 'ZP001';

/** The database raises it if a user changes a project that is archived, or something in it. */
export const PROJECT_ARCHIVED = 'ZP002';

/** A lock was not free within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** PostgreSQL ended one of several transactions that waited for each other. */
export const DEADLOCK_DETECTED = '40P01';

/** A statement was cancelled, or ran longer than `statement_timeout`. */
export const QUERY_CANCELED = '57014';

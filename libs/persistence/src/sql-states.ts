/** The database raises it if a change would remove the last active user with full-access. */
export const NO_ADMIN_LEFT = 'ZP001';

/** A statement was cancelled, or ran longer than `statement_timeout`. */
export const QUERY_CANCELED = '57014';

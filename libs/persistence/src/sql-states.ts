/** The database raises it if a change would remove the last active user with full-access. */
export const NOBODY_IN_CHARGE = 'ZP001';

/** A statement was cancelled, or ran longer than `statement_timeout`. */
export const QUERY_CANCELED = '57014';

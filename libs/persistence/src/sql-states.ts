/** The database raises it if a change would remove the last active user with full-access. */
export const NOBODY_IN_CHARGE = 'ZP001';

/** The database raises it if a change would remove the last active user with full-access. */
export const NO_ADMIN_LEFT = 'ZP001';

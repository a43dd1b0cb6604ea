/** Raised by the database when a change through the API would leave nobody with full access. */
export const NOBODY_IN_CHARGE = 'ZP001';

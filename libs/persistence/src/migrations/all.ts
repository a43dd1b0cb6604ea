import { Baseline1800000000003 } from './0001-baseline.js';
import { Housekeeping1800000000014 } from './0012-housekeeping.js';

/** Every migration, by number. */
export const MIGRATIONS = [Baseline1800000000003, Housekeeping1800000000014];

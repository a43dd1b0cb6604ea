import { Baseline1800000000003 } from './0001-baseline.js';

/** Every migration, by number. */
export const MIGRATIONS = [Baseline1800000000003];

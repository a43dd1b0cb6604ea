import { Baseline1800000000003 } from './0001-baseline.js';
import { AudienceOfStatistics1800000000006 } from './0004-audience-of-statistics.js';

/** Every migration, by number. */
export const MIGRATIONS = [Baseline1800000000003, AudienceOfStatistics1800000000006];

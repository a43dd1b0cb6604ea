import { z } from 'zod';

/** Raised by triggers: the change would remove the last active user with full-access. */
export const NO_ADMIN_LEFT = 'ZP001';
/** Raised by triggers: a user changes a project that is archived, or something in it. */
export const PROJECT_ARCHIVED = 'ZP002';

/** What SQLSTATEs mean to the portal. */
const MEANINGS = {
  '22023': 'unsupported value',
  '23502': 'not null',
  '23503': 'foreign key',
  '23505': 'unique',
  '23514': 'check',
  '23P01': 'exclusion',
  '25P04': 'out of time',
  // Also for a query on a standby that recovery has ended.
  '40001': 'serialization',
  // Also for a query on a standby.
  '40P01': 'deadlock',
  '53300': 'too many connections',
  '55P03': 'locked',
  // Cancelled, or longer than `statement_timeout`.
  '57014': 'out of time',
  '57P05': 'idle',
  [NO_ADMIN_LEFT]: 'no admin left',
  [PROJECT_ARCHIVED]: 'archived',
} as const;

/** `away`: no database answers. `no free connection`: all of the pool were in use for too long. */
export type Meaning = (typeof MEANINGS)[keyof typeof MEANINGS] | 'away' | 'no free connection';

/**
 * SQLSTATE class 08 without protocol violations, shutdown (57P), and class 28: the login is refused, as between a
 * change of its password and the restart with it.
 */
const AWAY_STATES = /^(?:080..|28...|57P0[1-3])$/;

/** Errors of the socket and of name resolution. */
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** Messages of errors without a code, from the driver and its pool. */
const AWAY_WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired$)/;
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

const violationSchema = z.object({
  code: z.string().regex(/^23...$/),
  schema: z.string(),
  table: z.string(),
  column: z.string().optional(),
  constraint: z.string().optional(),
});
export type Violation = z.infer<typeof violationSchema>;

/** What an error of the database or its driver means; undefined for all others. */
export function meaningOf(error: unknown): Meaning | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code !== '') return isKnown(code) ? MEANINGS[code] : awayOf(code);
  if (!(error instanceof Error)) return undefined;
  if (error.message === NO_FREE_CONNECTION) return 'no free connection';
  return AWAY_WORDS.test(error.message) ? 'away' : undefined;
}

/** Whether an error means that the database is unavailable, and not that it refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  const meaning = meaningOf(error);
  return (
    meaning === 'away' || meaning === 'no free connection' || meaning === 'too many connections'
  );
}

/** The violated constraint, of class 23 of SQLSTATE, with the names in the error. */
export function violationOf(error: unknown): Violation | undefined {
  return violationSchema.safeParse(error).data;
}

function isKnown(code: string): code is keyof typeof MEANINGS {
  return Object.hasOwn(MEANINGS, code);
}

function awayOf(code: string): 'away' | undefined {
  return AWAY_STATES.test(code) || NETWORK_CODES.includes(code) ? 'away' : undefined;
}

/**
 * SQLSTATE class 08 without protocol violations, shutdown (57P), too many connections, and class 28: the login
 * is refused, as between a change of its password and the restart with it.
 */
const STATES = /^(?:080..|28...|57P0[1-3]|53300)$/;

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
const WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|timeout (?:expired|exceeded when trying to connect)$)/;

/** The message of a pool whose connections are all in use. */
const ALL_IN_USE = 'timeout exceeded when trying to connect';

/** Whether no connection of a pool became free in time; the database itself may be fine. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === ALL_IN_USE;
}

/** Whether an error means that the database is unavailable, and not that it refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code !== '') return STATES.test(code) || NETWORK_CODES.includes(code);
  return error instanceof Error && WORDS.test(error.message);
}

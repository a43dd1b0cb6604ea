/** SQLSTATE class 08 without what this program did wrong itself, 57P and too many connections. */
const STATES = /^(?:080..|57P0[1-3]|53300)$/;

/** Of the socket, and of the name. */
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

/** What the driver and its pool say in words alone. */
const WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|timeout (?:expired|exceeded when trying to connect)$)/;

/** Whether an error means that the database was not there, rather than what it said. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code !== '') return STATES.test(code) || NETWORK_CODES.includes(code);
  return error instanceof Error && WORDS.test(error.message);
}

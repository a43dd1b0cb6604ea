/** SQLSTATE classes of a connection or server that is gone, and of a transaction to be repeated. */
const PASSING_CLASSES = ['08', '57', '40'];
const TOO_MANY_CONNECTIONS = '53300';
/** A project of the file was deleted under the import; read anew, its rows are in error. */
const FOREIGN_KEY_VIOLATION = '23503';
const PASSING_CODES = [
  TOO_MANY_CONNECTIONS,
  FOREIGN_KEY_VIOLATION,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** Whether the same work may well succeed a little later: a lost connection, a database restart. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (PASSING_CODES.includes(code)) return true;
  if (code.length === 5 && PASSING_CLASSES.includes(code.slice(0, 2))) return true;
  return /^Connection terminated|^Client has encountered a connection error/.test(error.message);
}

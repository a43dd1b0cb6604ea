import pg from 'pg';
import { ProblemException } from '../problems/problem.js';
import { failureWords } from './failure-words.js';

/** A query that the database refused or could not finish; its author has to change it. */
export class QueryError extends ProblemException {
  constructor(
    readonly reason: string,
    readonly sqlState: string,
    /** Counted in characters from 1, in the text of the query. */
    readonly position?: number,
  ) {
    const place = position === undefined ? '' : ` at character ${position}`;
    super('query-failed', `${reason} (SQLSTATE ${sqlState}${place})`);
    this.name = 'QueryError';
  }
}

/**
 * What to tell of an error that PostgreSQL raised when it was given the query, before it read a row:
 * its own message, which speaks of the query's text, and the place. A message of class 22 or 23 is
 * replaced, as everywhere.
 * @param prefixLength characters that stood before the query's text
 */
export function problemOfText(error: unknown, prefixLength: number): Error {
  return problemOf(error, wordsOfText, prefixLength);
}

function wordsOfText(code: string, { message, hint = '' }: pg.DatabaseError): string {
  if (/^(?:22|23)/.test(code)) return failureWords(code, message);
  // PostgreSQL suggests similar columns of the tables in the query.
  const columns = Array.from(hint.matchAll(/the column "([^"]+)"/g), ([, column]) => column);
  return columns.length === 0 ? message : `${message}; use ${columns.join(' or ')}`;
}

/** What to tell of an error that PostgreSQL raised while it read rows: never its own message. */
export function problemOfRows(error: unknown): Error {
  return problemOf(error, (code, { message }) => failureWords(code, message));
}

function problemOf(
  error: unknown,
  words: (code: string, error: pg.DatabaseError) => string,
  prefixLength = 0,
): Error {
  if (error instanceof ProblemException) return error;
  if (!(error instanceof pg.DatabaseError)) {
    return new ProblemException('unavailable', 'The database was lost while the query ran');
  }
  const { code = 'XX000' } = error;
  if (code === '57014' || code === '25P04' || code === '55P03') return queryTimeout();
  if (isServerTrouble(code)) return error;
  if (code.startsWith('XX')) return new QueryError('The database could not run the query', code);
  const position = Number(error.position ?? 0) - prefixLength;
  return new QueryError(words(code, error), code, position > 0 ? position : undefined);
}

export function queryTimeout(): ProblemException {
  return new ProblemException('query-timeout', 'The query did not finish in its time');
}

/** Connections refused, a shutdown, a crash, a full disk: not the query's doing. */
function isServerTrouble(code: string): boolean {
  return /^(?:08|28|3D|57P|58|F0)/.test(code) || code === '53100' || code === '53300';
}

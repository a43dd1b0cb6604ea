import pg from 'pg';
import { isDatabaseAway, meaningOf } from '@portal/persistence/database-errors';
import { ProblemException } from '../problems/problem.js';
import { dataErrorMessage } from './data-error-message.js';

/** The database refused or could not finish the query. Its author has to change it. */
export class QueryError extends ProblemException {
  constructor(
    readonly reason: string,
    readonly sqlState: string,
    /** In characters of the query's text, from 1. */
    readonly position?: number,
  ) {
    const place = position === undefined ? '' : ` at character ${position}`;
    super('query-failed', `${reason} (SQLSTATE ${sqlState}${place})`);
    this.name = 'QueryError';
  }
}

/** A replica stopped the query to apply changes of the primary; the same query may succeed next. */
export class RecoveryConflict extends ProblemException {
  constructor() {
    super(
      'unavailable',
      'The database for custom statistics stopped the query to apply changes; try again in a moment',
    );
  }
}

/**
 * The problem to report if a session could not be opened.
 * @returns also whether the next one is likely to fail too
 */
export function problemOfOpening(error: unknown): { problem: ProblemException; isLost: boolean } {
  if (error instanceof ProblemException) return { problem: error, isLost: true };
  if (isConflict(error)) return { problem: new RecoveryConflict(), isLost: false };
  const meaning = meaningOf(error);
  // The run's timeout holds from its first statement, so a short one may end before the query begins.
  if (meaning === 'out of time') return { problem: queryTimeout(), isLost: false };
  return { problem: away(), isLost: meaning !== 'too many connections' };
}

/** A query that only reads has no other conflict. */
function isConflict(error: unknown): boolean {
  const meaning = meaningOf(error);
  return meaning === 'serialization' || meaning === 'deadlock';
}

function away(): ProblemException {
  return new ProblemException(
    'unavailable',
    'The database for custom statistics cannot be reached',
  );
}

/**
 * The problem to report if PostgreSQL refuses the query before it reads a row: PostgreSQL's message,
 * which is about the query's text, and the position. A message of SQLSTATE class 22 or 23 may quote a
 * value and is replaced.
 * @param prefixLength characters before the query's text
 */
export function problemOfText(error: unknown, prefixLength: number): Error {
  return problemOf(error, messageOfText, prefixLength);
}

function messageOfText(code: string, { message, hint = '' }: pg.DatabaseError): string {
  if (/^(?:22|23)/.test(code)) return dataErrorMessage(code, message);
  // PostgreSQL suggests similar columns of the tables in the query.
  const columns = Array.from(hint.matchAll(/the column "([^"]+)"/g), ([, column]) => column);
  return columns.length === 0 ? message : `${message}; use ${columns.join(' or ')}`;
}

/** The problem to report if PostgreSQL fails while it reads rows: never with its message. */
export function problemOfRows(error: unknown): Error {
  return problemOf(error, (code, { message }) => dataErrorMessage(code, message));
}

function problemOf(
  error: unknown,
  messageOf: (code: string, error: pg.DatabaseError) => string,
  prefixLength = 0,
): Error {
  if (error instanceof ProblemException) return error;
  if (!(error instanceof pg.DatabaseError)) {
    return new ProblemException(
      'unavailable',
      'The connection to the database was lost while the query ran',
    );
  }
  const { code = 'XX000' } = error;
  const meaning = meaningOf(error);
  if (meaning === 'out of time' || meaning === 'locked') return queryTimeout();
  if (isConflict(error)) return new RecoveryConflict();
  if (isDatabaseAway(error)) return away();
  if (isServerTrouble(code)) return error;
  if (code.startsWith('XX')) return new QueryError('The database could not run the query', code);
  const position = Number(error.position ?? 0) - prefixLength;
  return new QueryError(messageOf(code, error), code, position > 0 ? position : undefined);
}

export function queryTimeout(): ProblemException {
  return new ProblemException('query-timeout', 'The query did not finish within its timeout');
}

/** A shutdown, a crash, a full disk: not caused by the query. */
function isServerTrouble(code: string): boolean {
  return /^(?:08|28|3D|57P|58|F0|53100)/.test(code);
}

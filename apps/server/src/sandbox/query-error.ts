import pg from 'pg';
import { ProblemException } from '../http/problem.js';

/** A query that the database refused or could not finish; its author's to mend. */
export class QueryError extends ProblemException {
  /** @param reason in the database's words */
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
 * What to tell of an error that a query ended with. The database's own message speaks of the
 * query and of rows that it may see; its detail, hint and context are kept back.
 * @param prefixLength characters that stood before the query's text
 */
export function problemOfQuery(error: unknown, prefixLength: number): Error {
  if (error instanceof ProblemException) return error;
  if (!(error instanceof pg.DatabaseError)) {
    return new ProblemException('unavailable', 'The database was lost while the query ran');
  }
  const { code = 'XX000' } = error;
  if (code === '57014' || code === '25P04' || code === '55P03') return queryTimeout();
  if (isServerTrouble(code)) return error;
  const position = Number(error.position ?? 0) - prefixLength;
  const message = code.startsWith('XX') ? 'The database could not run the query' : error.message;
  return new QueryError(message, code, position > 0 ? position : undefined);
}

export function queryTimeout(): ProblemException {
  return new ProblemException('query-timeout', 'The query did not finish in its time');
}

/** Connections refused, a shutdown, a crash, a full disk: not the query's doing. */
function isServerTrouble(code: string): boolean {
  return /^(?:08|28|3D|57P|58|F0)/.test(code) || code === '53100' || code === '53300';
}

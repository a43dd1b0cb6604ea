import { Injectable } from '@nestjs/common';
import type { ParameterValues } from '@portal/contracts/custom-stats';
import type { ProblemItem } from '@portal/contracts/problem';
import type { Placeholder } from '@portal/sql-guard/placeholders';
import { type QueryProblem, TextPositions } from '@portal/sql-guard/problem';
import { ProblemException } from '../../problems/problem.js';
import { QueryError } from '../../sandbox/query-error.js';
import { Sandbox } from '../../sandbox/sandbox.js';
import type { Column, RowSink, SandboxQuery, SandboxResult } from '../../sandbox/sandbox-query.js';
import { GuardQueue } from './guard-queue.js';
import { boundValue } from './stat-parameters.js';

/** A query that the guard accepted; `sql` is run, `text` is what the author wrote. */
export interface CheckedQuery {
  readonly text: string;
  readonly sql: string;
  /** What `$1`, `$2` and so on are bound to. */
  readonly placeholders: readonly Placeholder[];
  /** Whether it returns the same rows as long as the data is the same. */
  readonly isDeterministic: boolean;
}

export interface QueryLimits {
  /** The statistic that is run; absent for a query that is not saved. */
  readonly statId?: number;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** Absent on saving, when the query is not run. */
  readonly values?: ParameterValues;
  /** No person waits for it; people's runs come first. */
  readonly isBackground?: boolean;
}

/**
 * Checks custom SQL and runs it in the sandbox; each problem has its position in the author's text.
 */
@Injectable()
export class Queries {
  constructor(
    private readonly checks: GuardQueue,
    private readonly sandbox: Sandbox,
  ) {}

  /**
   * @param userId the caller
   * @throws {ProblemException} `invalid-input`, with each error and its position, or as {@link
   *   GuardQueue.check}
   */
  async check(text: string, userId: number, signal: AbortSignal): Promise<CheckedQuery> {
    const check = await this.checks.check(text, userId, signal);
    if (!check.ok) {
      throw new ProblemException(
        'invalid-input',
        'The query cannot be run',
        check.problems.map(itemOf),
      );
    }
    return { text, ...check };
  }

  /** @throws {ProblemException} as {@link Sandbox.run} */
  run(
    query: CheckedQuery,
    projectId: number,
    limits: QueryLimits & { readonly maxRows: number },
  ): Promise<SandboxResult> {
    const run = { ...sandboxQuery(query, projectId, limits), maxRows: limits.maxRows };
    return withPosition(query, this.sandbox.run(run));
  }

  /** @throws {ProblemException} as {@link Sandbox.describe} */
  describe(
    query: CheckedQuery,
    projectId: number,
    limits: QueryLimits,
  ): Promise<readonly Column[]> {
    return withPosition(query, this.sandbox.describe(sandboxQuery(query, projectId, limits)));
  }

  /** @throws {ProblemException} as {@link Sandbox.readAll} */
  readAll(
    query: CheckedQuery,
    projectId: number,
    limits: QueryLimits,
    sink: RowSink,
  ): Promise<void> {
    return withPosition(query, this.sandbox.readAll(sandboxQuery(query, projectId, limits), sink));
  }
}

function sandboxQuery(
  { sql, placeholders }: CheckedQuery,
  projectId: number,
  { values = {}, ...limits }: QueryLimits,
): SandboxQuery {
  const parameters = placeholders.map((name) =>
    name === 'project_id' ? projectId : boundValue(name, values),
  );
  return { sql, projectId, parameters, ...limits };
}

/**
 * The placeholder and its replacement have the same length, so positions are the same in both
 * texts.
 */
async function withPosition<T>({ text }: CheckedQuery, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof QueryError) || error.position === undefined) throw error;
    const detail = `${error.reason} (SQLSTATE ${error.sqlState})`;
    const position = new TextPositions(text).atCharacter(detail, error.position - 1);
    throw new ProblemException('query-failed', detail, [itemOf(position)]);
  }
}

function itemOf({ message, ...position }: QueryProblem): ProblemItem {
  return { pointer: '/sql_query', detail: message, ...position };
}

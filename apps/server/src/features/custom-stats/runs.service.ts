import { Injectable } from '@nestjs/common';
import type {
  BulkResult,
  CustomStat,
  CustomStatResult,
  Preview,
  RunLimits,
} from '@portal/contracts/custom-stats';
import pLimit from 'p-limit';
import { ProblemException } from '../../problems/problem.js';
import { problemOf } from '../../problems/problem-of.js';
import type { SandboxResult } from '../../sandbox/sandbox-query.js';
import { aggregate, type AggregationMethod } from './aggregate.js';
import { notFound } from './custom-stats.service.js';
import { Queries } from './queries.js';
import { RevisionCache } from '../../response-cache/revision-cache.js';

/** How a result is grouped; null for not at all. */
interface Grouping {
  readonly column: string;
  readonly method: AggregationMethod;
}

const CACHE_BYTES = 64 * 1024 * 1024;
/** Of one call, so that it does not fill the line in which others wait. */
const AT_ONCE = 4;

/** Of the results of one call together. */
const MOST_BULK_BYTES = 32 * 1024 * 1024;

/**
 * Runs custom statistics; answers again without a run as long as the project has not changed. Results
 * are JSON already: everybody who is sent one is sent the same bytes.
 */
@Injectable()
export class RunsService {
  private readonly results = new RevisionCache<Buffer>(CACHE_BYTES);

  constructor(private readonly queries: Queries) {}

  /**
   * @param revision of the project, as it stood at some moment of the request
   * @param userId who asks
   * @throws {ProblemException} as {@link Queries}
   */
  execute(
    stat: CustomStat,
    { timeout_seconds, max_rows }: RunLimits,
    revision: number,
    userId: number,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const grouping = groupingOf(stat);
    const question = {
      // Not the version, which a new name or display order changes too.
      key: JSON.stringify([stat.id, stat.sql_query, grouping, max_rows]),
      limits: String(timeout_seconds),
      revision,
    };
    return this.results.get(
      question,
      async (flightSignal) => {
        const query = await this.queries.check(stat.sql_query, userId, flightSignal);
        const result = await this.queries.run(query, stat.project_id, {
          timeoutSeconds: timeout_seconds,
          maxRows: max_rows,
          signal: flightSignal,
        });
        const value = jsonOf(present(result, stat.id, revision, grouping));
        return { value, revision, isDeterministic: query.isDeterministic, bytes: value.length };
      },
      signal,
    );
  }

  /**
   * Each by itself, in the order of the ids: one that fails leaves the others alone. What would make
   * the answer too large is left out, and told so.
   * @param stats those of the ids that there are
   * @returns the pieces of a {@link BulkResult}
   */
  async executeAll(
    ids: readonly number[],
    stats: ReadonlyMap<number, CustomStat>,
    limits: RunLimits,
    revision: number,
    userId: number,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    const limit = pLimit(AT_ONCE);
    let bytes = 0;
    const items = await limit.map(ids, async (stat_id) => {
      try {
        const stat = stats.get(stat_id);
        if (!stat) throw notFound();
        const result = await this.execute(stat, limits, revision, userId, signal);
        if (bytes + result.length > MOST_BULK_BYTES) throw tooMuchTogether();
        bytes += result.length;
        return [result.subarray(0, -1), WITHOUT_ERROR];
      } catch (error) {
        const { code, detail, errors } = problemOf(error);
        // What is not the query's doing is nobody's result.
        if (code === 'internal' || signal.aborted) throw error;
        return [
          jsonOf({ stat_id, error: { code, detail, ...(errors && { errors: [...errors] }) } }),
        ];
      }
    });
    const separated = items.flatMap((item, index) => (index === 0 ? item : [COMMA, ...item]));
    return [Buffer.from('{"results":['), ...separated, Buffer.from(']}')];
  }

  /** Runs what is not saved; nothing of it is kept. */
  async preview(
    projectId: number,
    preview: Preview,
    { timeout_seconds, max_rows }: RunLimits,
    revision: number,
    userId: number,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const query = await this.queries.check(preview.sql_query, userId, signal);
    const result = await this.queries.run(query, projectId, {
      timeoutSeconds: timeout_seconds,
      maxRows: max_rows,
      signal,
    });
    return jsonOf(present(result, null, revision, groupingOf(preview)));
  }
}

const COMMA = Buffer.from(',');
/** The end of a result within many, in place of its brace. */
const WITHOUT_ERROR = Buffer.from(',"error":null}');

function jsonOf(value: CustomStatResult | BulkResult['results'][number]): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function tooMuchTogether(): ProblemException {
  return new ProblemException(
    'query-too-large',
    'The results are too large together; ask for this one alone',
  );
}

function groupingOf(settings: {
  readonly enable_aggregation: boolean;
  readonly aggregation_column: string | null;
  readonly aggregation_method: AggregationMethod;
}): Grouping | null {
  const { enable_aggregation, aggregation_column, aggregation_method } = settings;
  if (!enable_aggregation || aggregation_column === null) return null;
  return { column: aggregation_column, method: aggregation_method };
}

function present(
  { columns, rows, ...result }: SandboxResult,
  statId: number | null,
  revision: number,
  grouping: Grouping | null,
): CustomStatResult {
  const by = grouping ? columns.findIndex(({ name }) => name === grouping.column) : -1;
  if (grouping && by < 0) {
    const names = columns.map(({ name }) => name).join(', ');
    throw new ProblemException('query-failed', 'The result has no such column to group by', [
      { pointer: '/aggregation_column', detail: `must be a column of the result: ${names}` },
    ]);
  }
  const aggregates = grouping && aggregate(columns, rows, by, grouping.method);
  return {
    stat_id: statId,
    revision,
    columns: [...columns],
    data: rows.map((row) => [...row]),
    row_count: result.rowCount,
    truncated: result.truncated,
    execution_time_ms: result.executionTimeMs,
    aggregated_data: aggregates?.aggregated_data ?? null,
    grand_totals: aggregates?.grand_totals ?? null,
  };
}

import { Inject, Injectable } from '@nestjs/common';
import type {
  BulkResult,
  CustomStatResult,
  Preview,
  RunQuery,
  RunQueueState,
} from '@portal/contracts/custom-stats';
import type { Stamp } from '@portal/contracts/stamp';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { ProblemException } from '../../problems/problem.js';
import { problemOf } from '../../http/problems/problem-of.js';
import { Sandbox } from '../../sandbox/sandbox.js';
import type { SandboxResult } from '../../sandbox/sandbox-query.js';
import { aggregate, type AggregationMethod, wrongGrouping } from './aggregate.js';
import { forgetFailure, noteFailure } from '@portal/persistence/custom-stats/runs';
import type { StoredStat } from '@portal/persistence/custom-stats/statistics';
import { LOGGER } from '@portal/platform/tokens';
import { Sessions } from '../../db/pools.js';
import { notFound } from './custom-stats.service.js';
import { Queries } from './queries.js';
import { boundValue, StatParameters } from './stat-parameters.js';
import { RevisionCache } from '../../response-cache/revision-cache.js';

/** The grouping of a result; null for none. */
interface Grouping {
  readonly column: string;
  readonly method: AggregationMethod;
}

const CACHE_BYTES = 64 * 1024 * 1024;
/** Concurrent runs of one request, so that it does not fill the queue. */
const CONCURRENCY = 4;

/** Total size of the results of one request. */
const MAX_BULK_BYTES = 32 * 1024 * 1024;

/**
 * Runs custom statistics; returns the cached result as long as the project has not changed. Results
 * are serialized JSON, so all recipients share the same bytes.
 */
@Injectable()
export class RunsService {
  private readonly results = new RevisionCache<Buffer>(CACHE_BYTES);

  constructor(
    private readonly queries: Queries,
    private readonly sandbox: Sandbox,
    private readonly parameters: StatParameters,
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param stamp of the project, read during the request
   * @param userId the caller
   * @param isBackground no person waits for it: people's runs come first
   * @throws {ProblemException} as {@link Queries}
   */
  async execute(
    stat: StoredStat,
    { timeout_seconds, max_rows, ...values }: RunQuery,
    stamp: Stamp,
    userId: number,
    signal: AbortSignal,
    isBackground = false,
  ): Promise<Buffer> {
    const grouping = groupingOf(stat);
    const parameters = await this.parameters.of(stat.sql_query, userId);
    const bound = parameters.map((name) => boundValue(name, values));
    const lookup = {
      // Not the version, which a new name or display order changes too.
      key: JSON.stringify([stat.project_id, stat.id, stat.sql_query, grouping, max_rows, bound]),
      // A person does not share the run of an alert, which is in the background.
      limits: `${timeout_seconds} ${isBackground}`,
      ...stamp,
    };
    return this.results.get(
      lookup,
      async (readSignal) => {
        const limits = {
          ...{ statId: stat.id, timeoutSeconds: timeout_seconds, maxRows: max_rows },
          ...{ values, signal: readSignal, isBackground },
        };
        const query = await this.queries.check(stat.sql_query, userId, readSignal);
        const value = await this.noting(stat, async () => {
          const result = await this.queries.run(query, stat.project_id, limits);
          return jsonOf(present(result, stat.id, stamp, grouping));
        });
        return { value, ...stamp, isDeterministic: query.isDeterministic, bytes: value.length };
      },
      signal,
    );
  }

  /**
   * Runs each separately and returns them in the order of the ids; a failure does not affect the
   * others. A result that would make the response too large becomes an error.
   * @param wanted all visible ones without
   * @param visible the existing ones of the ids; asked again after the runs, which may wait
   * @returns the pieces of a {@link BulkResult}
   */
  async executeAll(
    wanted: readonly number[] | undefined,
    visible: () => Promise<ReadonlyMap<number, StoredStat>>,
    limits: RunQuery,
    stamp: Stamp,
    userId: number,
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    const limit = pLimit(CONCURRENCY);
    let bytes = 0;
    const stats = await visible();
    const ids = wanted ?? [...stats.keys()];
    const items = await limit.map(ids, async (stat_id) => {
      try {
        const stat = stats.get(stat_id);
        if (!stat) throw notFound();
        const result = await this.execute(stat, limits, stamp, userId, signal);
        if (bytes + result.length > MAX_BULK_BYTES) throw tooMuchTogether();
        bytes += result.length;
        return [result];
      } catch (error) {
        // A cancellation is not the result of a statistic.
        if (signal.aborted) throw error;
        return [failureOf(stat_id, error)];
      }
    });
    const seen = await visible();
    const separated = ids.flatMap((id, at) => {
      const item = seen.has(id) ? (items[at] ?? []) : [failureOf(id, notFound())];
      return at === 0 ? item : [COMMA, ...item];
    });
    return [Buffer.from('{"results":['), ...separated, Buffer.from(']}')];
  }

  /** Notes whether the statistic fails by its query, and not by its limits or because the portal is busy. */
  private async noting<T>(stat: StoredStat, run: () => Promise<T>): Promise<T> {
    try {
      const value = await run();
      this.note(forgetFailure(this.sessions, stat));
      return value;
    } catch (error) {
      if (problemOf(error).code === 'query-failed') this.note(noteFailure(this.sessions, stat));
      throw error;
    }
  }

  /** Beside the run: none waits for it or fails by it. */
  private note(noted: Promise<void>): void {
    noted.catch((error: unknown) => {
      if (!isDatabaseAway(error)) this.logger.warn({ err: error }, 'a run could not be noted');
    });
  }

  /** The running and waiting runs of the project on this server, without those of other statistics. */
  queueOf(projectId: number, seen: readonly StoredStat[]): RunQueueState {
    const { running, waiting } = this.sandbox.queueOf(projectId);
    const ids = new Set(seen.map(({ id }) => id));
    const isSeen = ({ stat_id }: { readonly stat_id: number | null }): boolean =>
      stat_id === null || ids.has(stat_id);
    return { running: running.filter(isSeen), waiting: waiting.filter(isSeen) };
  }

  /** Runs an unsaved query; nothing is cached. */
  async preview(
    projectId: number,
    preview: Preview,
    { timeout_seconds, max_rows, ...values }: RunQuery,
    stamp: Stamp,
    userId: number,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const query = await this.queries.check(preview.sql_query, userId, signal);
    const result = await this.queries.run(query, projectId, {
      timeoutSeconds: timeout_seconds,
      maxRows: max_rows,
      values,
      signal,
    });
    return jsonOf(present(result, null, stamp, groupingOf(preview)));
  }
}

const COMMA = Buffer.from(',');

function jsonOf(value: CustomStatResult | BulkResult['results'][number]): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** @throws `error` if it is an internal one */
function failureOf(stat_id: number, error: unknown): Buffer {
  const { code, detail, errors, members } = problemOf(error);
  if (code === 'internal') throw error;
  const more = { ...(errors && { errors: [...errors] }), ...members };
  return jsonOf({ stat_id, error: { code, detail, ...more } });
}

function tooMuchTogether(): ProblemException {
  return new ProblemException(
    'query-too-large',
    'The results together are too large; request this one alone',
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
  stamp: Stamp,
  grouping: Grouping | null,
): CustomStatResult {
  const names = columns.map(({ name }) => name);
  const detail = grouping ? wrongGrouping(names, grouping.column) : undefined;
  if (detail !== undefined) {
    throw new ProblemException('query-failed', 'The result cannot be grouped', [
      { pointer: '/aggregation_column', detail },
    ]);
  }
  const aggregates =
    grouping && aggregate(columns, rows, names.indexOf(grouping.column), grouping.method);
  return {
    stat_id: statId,
    ...stamp,
    columns: [...columns],
    data: rows.map((row) => [...row]),
    row_count: result.rowCount,
    truncated: result.truncated,
    execution_time_ms: result.executionTimeMs,
    aggregated_data: aggregates?.aggregated_data ?? null,
    grand_totals: aggregates?.grand_totals ?? null,
    error: null,
  };
}

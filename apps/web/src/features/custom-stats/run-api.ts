import {
  type CustomStat,
  type CustomStatResult,
  customStatResultSchema,
  type ParameterValues,
} from '@portal/contracts/custom-stats';
import {
  hashKey,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { randomId } from '../../lib/random-id';
import { api } from '../../session/api';
import { BulkRuns, cancelRun, type Outcome } from './bulk-runs';

/** What is known of the run of one statistic. */
export interface RunState {
  /** The last result or query error. */
  readonly outcome: Outcome | undefined;
  /** The last call failed, and `outcome` is older. */
  readonly failure: Error | null;
  readonly running: boolean;
  /** When `outcome` arrived, in epoch milliseconds; 0 without one. */
  readonly updatedAt: number;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Runs the statistics of a project. The active ones run in one call on opening. Leaving the page
 * cancels what still runs. With other values a statistic that uses them has no result until their own arrives.
 * @param values of the parameters of all; the same object as long as they are equal
 */
export function useResults(
  projectId: number,
  stats: readonly CustomStat[],
  values: ParameterValues,
) {
  const client = useQueryClient();
  const bulk = useMemo(() => new BulkRuns(projectId, values), [projectId, values]);
  const states = useQueries({
    queries: stats.map((stat) => resultOptions(bulk, stat, values)),
    combine: statesOf,
  });
  // A run that the user cancelled starts again only when the user says so, or with other values.
  const [pausedRuns, setPaused] = useState(NONE);
  const paused = useMemo(
    () =>
      new Set(
        stats
          .filter((stat) => pausedRuns.has(hashKey(resultKey(stat, values))))
          .map(({ id }) => id),
      ),
    [stats, values, pausedRuns],
  );

  const runAll = useCallback(() => {
    setPaused(NONE);
    void client.refetchQueries({ queryKey: resultsKey(projectId), type: 'active' });
  }, [client, projectId]);
  const run = useCallback(
    (stat: CustomStat) => {
      setPaused((before) => without(before, hashKey(resultKey(stat, values))));
      client
        .fetchQuery({ ...resultOptions(bulk, stat, values), staleTime: 0 })
        .catch(() => undefined);
    },
    [client, bulk, values],
  );
  const cancel = useCallback(
    (stat: CustomStat) => {
      const queryKey = resultKey(stat, values);
      setPaused((before) => new Set([...before, hashKey(queryKey)]));
      void client.cancelQueries({ queryKey, exact: true });
    },
    [client, values],
  );
  const runAgain = useCallback(
    () => refetchResults(client, projectId, pausedRuns),
    [client, projectId, pausedRuns],
  );
  return { states, paused, run, runAll, cancel, runAgain };
}

/** Runs again what has a result; a query error would most likely come again. */
function refetchResults(client: QueryClient, projectId: number, paused: ReadonlySet<string>) {
  return client.refetchQueries(
    {
      queryKey: resultsKey(projectId),
      type: 'active',
      predicate: ({ queryHash, state }) =>
        !paused.has(queryHash) && state.data !== undefined && !hasError(state.data),
    },
    { cancelRefetch: false },
  );
}

function hasError(outcome: unknown): boolean {
  return (
    typeof outcome === 'object' && outcome !== null && 'error' in outcome && outcome.error !== null
  );
}

function resultsKey(projectId: number) {
  return ['custom-stat-results', projectId] as const;
}

/**
 * Without the name and the other fields that do not change the result; by the version for users who
 * do not see the query. With the values that the statistic uses.
 */
function resultKey(stat: CustomStat, values: ParameterValues) {
  const { sql_query, version, enable_aggregation, aggregation_column, aggregation_method } = stat;
  const grouping = enable_aggregation && [aggregation_column, aggregation_method];
  const used = stat.parameters.map((name) => values[name] ?? null);
  return [...resultsKey(stat.project_id), stat.id, sql_query ?? version, grouping, used] as const;
}

function resultOptions(bulk: BulkRuns, stat: CustomStat, values: ParameterValues) {
  return queryOptions({
    queryKey: resultKey(stat, values),
    queryFn: ({ signal }) => bulk.run(stat.id, signal),
    enabled: stat.is_active,
    staleTime: 0,
    // A query may be slow: a tab that is shown again runs only what is behind.
    refetchOnWindowFocus: ({ state }) => state.isInvalidated,
    retry: false,
  });
}

function statesOf(results: readonly UseQueryResult<Outcome>[]): readonly RunState[] {
  return results.map(({ data, error, isFetching, dataUpdatedAt }) => ({
    outcome: data,
    failure: error,
    running: isFetching,
    updatedAt: dataUpdatedAt,
  }));
}

function without(all: ReadonlySet<string>, gone: string): ReadonlySet<string> {
  return new Set([...all].filter((one) => one !== gone));
}

/** An unsaved query with the values of its parameters. */
interface Tested {
  readonly sqlQuery: string;
  readonly values: ParameterValues;
}

/** Runs an unsaved query. A new run, or closing the editor, cancels the one before. */
export function usePreview(projectId: number) {
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (tested: Tested) => {
      current.current?.abort();
      current.current = new AbortController();
      return fetchPreview(projectId, tested, current.current.signal);
    },
  });
  const { reset } = mutation;
  const stop = useCallback(() => {
    current.current?.abort();
    reset();
  }, [reset]);
  return { ...mutation, stop };
}

async function fetchPreview(
  projectId: number,
  { sqlQuery, values }: Tested,
  signal: AbortSignal,
): Promise<CustomStatResult> {
  const runId = randomId();
  signal.addEventListener('abort', () => void cancelRun(projectId, runId));
  return api.call(`/projects/${projectId}/custom-stats/preview`, customStatResultSchema, {
    method: 'POST',
    query: { run_id: runId, ...values },
    body: { sql_query: sqlQuery },
    signal,
  });
}

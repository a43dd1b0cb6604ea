import {
  type CustomStat,
  type CustomStatResult,
  customStatResultSchema,
} from '@portal/contracts/custom-stats';
import {
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

const NONE: ReadonlySet<number> = new Set();

/**
 * Runs the statistics of a project. The active ones run in one call on opening. Leaving the page
 * cancels what still runs.
 */
export function useResults(projectId: number, stats: readonly CustomStat[]) {
  const client = useQueryClient();
  const bulk = useMemo(() => new BulkRuns(projectId), [projectId]);
  const states = useQueries({
    queries: stats.map((stat) => resultOptions(bulk, stat)),
    combine: statesOf,
  });
  // A run that the user cancelled starts again only when the user says so.
  const [paused, setPaused] = useState(NONE);

  const runAll = useCallback(() => {
    setPaused(NONE);
    void client.refetchQueries({ queryKey: resultsKey(projectId), type: 'active' });
  }, [client, projectId]);
  const run = useCallback(
    (stat: CustomStat) => {
      setPaused((before) => without(before, stat.id));
      client.fetchQuery({ ...resultOptions(bulk, stat), staleTime: 0 }).catch(() => undefined);
    },
    [client, bulk],
  );
  const cancel = useCallback(
    (stat: CustomStat) => {
      setPaused((before) => new Set([...before, stat.id]));
      void client.cancelQueries({ queryKey: resultKey(stat), exact: true });
    },
    [client],
  );
  const runAgain = useCallback(
    () => refetchResults(client, projectId, paused),
    [client, projectId, paused],
  );
  return { states, paused, run, runAll, cancel, runAgain };
}

/** Runs again what has a result; a query error would most likely come again. */
function refetchResults(client: QueryClient, projectId: number, paused: ReadonlySet<number>) {
  return client.refetchQueries(
    {
      queryKey: resultsKey(projectId),
      type: 'active',
      predicate: ({ queryKey, state }) =>
        !paused.has(Number(queryKey[2])) && state.data !== undefined && !hasError(state.data),
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
 * do not see the query.
 */
function resultKey(stat: CustomStat) {
  const { sql_query, version, enable_aggregation, aggregation_column, aggregation_method } = stat;
  const grouping = enable_aggregation && [aggregation_column, aggregation_method];
  return [...resultsKey(stat.project_id), stat.id, sql_query ?? version, grouping] as const;
}

function resultOptions(bulk: BulkRuns, stat: CustomStat) {
  return queryOptions({
    queryKey: resultKey(stat),
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

function without(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return new Set([...ids].filter((one) => one !== id));
}

/** Runs an unsaved query. A new run, or closing the editor, cancels the one before. */
export function usePreview(projectId: number) {
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (sqlQuery: string) => {
      current.current?.abort();
      current.current = new AbortController();
      return fetchPreview(projectId, sqlQuery, current.current.signal);
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
  sqlQuery: string,
  signal: AbortSignal,
): Promise<CustomStatResult> {
  const runId = randomId();
  signal.addEventListener('abort', () => void cancelRun(projectId, runId));
  return api.call(`/projects/${projectId}/custom-stats/preview`, customStatResultSchema, {
    method: 'POST',
    query: { run_id: runId },
    body: { sql_query: sqlQuery },
    signal,
  });
}

import { type CustomStatResult, customStatResultSchema } from '@portal/contracts/custom-stats';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { api } from '../../../session/api';
import { cancelRun } from './cancel-run';

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
  const runId = crypto.randomUUID();
  signal.addEventListener('abort', () => void cancelRun(projectId, runId));
  return api.call(`/projects/${projectId}/custom-stats/preview`, customStatResultSchema, {
    method: 'POST',
    query: { run_id: runId },
    body: { sql_query: sqlQuery },
    signal,
  });
}

import { importDetailSchema } from '@portal/contracts/imports';
import type {
  ImportDetail,
  ImportError,
  ImportSummary,
  IssueField,
} from '@portal/contracts/imports';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConnection, useLiveImport } from '../../../live/use-live';
import { api } from '../../../session/api';
import { hasEnded, newerView } from '../import-progress';
import { importKeys, importPath } from './import-keys';

const POLL_LIVE_MS = 10_000;
const POLL_BLIND_MS = 1_500;

export interface ImportView {
  readonly summary: ImportSummary | undefined;
  /** Undefined until the import has ended and its detail is loaded. */
  readonly errors: readonly ImportError[] | undefined;
  /** The number of errors and warnings of each field; empty until then. */
  readonly fields: readonly IssueField[];
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** The current state of an import: the fetched state, updated by pushed states. */
export function useImport(importId: string): ImportView {
  const queryClient = useQueryClient();
  const live = useConnection().kind === 'live';
  const pushed = useLiveImport(importId);
  const { data, error, refetch } = useQuery({
    ...importOptions(importId),
    // Polls without a live connection; with one, rarely, as a fallback.
    refetchInterval: ({ state }) => pollInterval(state.data, live),
  });
  // The newest state stays, also when the connection is lost.
  useEffect(() => {
    // The place of a queued import moves without a push: the fetched one is as new.
    if (!pushed || hasEnded(pushed) || pushed.status === 'queued') return;
    queryClient.setQueryData<ImportDetail>(importKeys.detail(importId), (known) =>
      known && !hasEnded(known) ? { ...known, ...pushed } : known,
    );
  }, [pushed, importId, queryClient]);
  const endedUnfetched = pushed !== undefined && hasEnded(pushed) && !(data && hasEnded(data));
  useEffect(() => {
    if (endedUnfetched) void queryClient.invalidateQueries({ queryKey: importKeys.all });
  }, [endedUnfetched, queryClient]);
  return {
    summary: newerView(data, pushed),
    errors: data && hasEnded(data) ? data.errors : undefined,
    fields: data?.fields ?? [],
    error,
    refetch: () => void refetch(),
  };
}

/** The first errors and warnings of a field, after the end of the import; undefined while loading. */
export function useErrorsOfField(
  importId: string,
  field: string | null,
): readonly ImportError[] | undefined {
  const { data } = useQuery({
    queryKey: importKeys.errors(importId, field),
    queryFn: ({ signal }) => {
      const query = { field: field ?? '' };
      return api.call(importPath(importId), importDetailSchema, { query, signal });
    },
    enabled: field !== null,
    select: ({ errors }) => errors,
  });
  return data;
}

function importOptions(importId: string) {
  return queryOptions({
    queryKey: importKeys.detail(importId),
    queryFn: ({ signal }) => api.call(importPath(importId), importDetailSchema, { signal }),
  });
}

function pollInterval(detail: ImportDetail | undefined, live: boolean): number | false {
  if (!detail || hasEnded(detail)) return false;
  return live && detail.queue_place === null ? POLL_LIVE_MS : POLL_BLIND_MS;
}

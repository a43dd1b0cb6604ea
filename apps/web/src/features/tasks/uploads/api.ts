import type { FormatSettings } from '@portal/contracts/file-formats';
import {
  importDetailSchema,
  type ImportPreview,
  type IssueGroup,
} from '@portal/contracts/import-detail';
import {
  IMPORT_STATES,
  type ImportError,
  importListSchema,
  type ImportSummary,
  importSummarySchema,
  type ImportWaitsFor,
  type IssueField,
  type SampledTask,
} from '@portal/contracts/imports';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import {
  hasEnded,
  hasNumbers,
  importKeys,
  type KnownImport,
  withRunning,
} from '../../../live/pushed-imports';
import { useConnection } from '../../../live/use-live';
import { api } from '../../../session/api';
import { askAgainInterval } from '../../../lib/ask-again';
import { useDownload } from '../../../session/use-download';
import { useUploadStore } from './upload-store';

/** Path of one import in the API. */
export function importPath(importId: string): string {
  return `/tasks/imports/${encodeURIComponent(importId)}`;
}

/** `conflicts`: imports that contradict the portal. */
export const IMPORT_KINDS = [...IMPORT_STATES, 'conflicts'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

interface ImportsQuery {
  readonly page: number;
  readonly size: number;
  /** Only imports with this status, or those that contradict the portal. */
  readonly kind: ImportKind | null;
}

/** One page of imports, newest first. */
export function useImports({ page, size, kind }: ImportsQuery) {
  return useQuery(listOptions({ page, size, filters: filtersOf(kind) }));
}

function filtersOf(kind: ImportKind | null): string | undefined {
  if (kind === null) return undefined;
  const isConflicting = { conflict_count: { gt: 0 }, dry_run: { eq: false } };
  return JSON.stringify(kind === 'conflicts' ? isConflicting : { status: { eq: kind } });
}

const listSchema = importListSchema.omit({ next: true, total_is_estimate: true });

/** A list of imports; pushed states are written into it. */
function listOptions(query: Parameters<typeof api.read>[2] & object) {
  return queryOptions({
    queryKey: importKeys.list(query),
    queryFn: async ({ client, signal }) => {
      const list = await api.call('/tasks/imports/', listSchema, { query, signal });
      return { ...list, items: list.items.map((one) => withRunning(client, one)) };
    },
    ...PATCHED,
  });
}

/** A push makes an entry as new as a response, but does not have all of it. */
const PATCHED = { staleTime: 0 } as const;

/** Polls without a live connection; with one, rarely, as a fallback. */
const POLL_LIST_MS = { live: 30_000, blind: 3_000 };
const POLL_MS = { live: 10_000, blind: 1_500 };

/** Also the number that is shown at most. */
const SIZE = 100;
const UNDER_WAY = {
  size: SIZE,
  sort_by: 'created_at',
  sort_order: 'asc',
  filters: JSON.stringify({ status: { in: ['queued', 'running', 'unconfirmed'] } }),
};

/**
 * The imports that wait for a confirmation, then the running ones that the user sees, oldest first, then the
 * waiting ones in the order of the queue, with their pushed states.
 */
export function useImportsUnderWay(): readonly KnownImport[] {
  const live = useConnection().kind === 'live';
  const { data } = useQuery({
    ...listOptions(UNDER_WAY),
    // Places in the queue move with the end of other imports, without a push.
    refetchInterval: ({ state }) =>
      live && !state.data?.items.some(({ queue_place: place }) => place !== null)
        ? POLL_LIST_MS.live
        : POLL_LIST_MS.blind,
  });
  return (data?.items ?? [])
    .filter((summary) => !hasEnded(summary))
    .toSorted((a, b) => turnOf(a) - turnOf(b));
}

/** Running imports have left the queue, also if they wait to merge. */
function turnOf({ status, queue_place: place }: ImportSummary): number {
  if (status === 'unconfirmed') return -1;
  return status === 'queued' ? (place ?? Infinity) : 0;
}

interface FollowedImport {
  readonly summary: ImportSummary | undefined;
  /** Whom it waits for; null if it does not wait. */
  readonly waitsFor: ImportWaitsFor | null;
  /** Undefined until the import has ended or asks, and its detail is loaded. */
  readonly errors: readonly ImportError[] | undefined;
  /** The number of errors and warnings of each field; empty until then. */
  readonly fields: readonly IssueField[];
  /** The errors and warnings by their reasons; empty until then. */
  readonly groups: readonly IssueGroup[];
  /** What a dry run says of its rows; null until then, and of another import. */
  readonly preview: ImportPreview | null;
  /** Those of its file format; null without one. */
  readonly settings: FormatSettings | null;
  /** The first changed tasks, then new ones; undefined until the import has ended or asks, and its detail is loaded. */
  readonly sample: readonly SampledTask[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/**
 * The current state of an import, into which pushed states are written.
 * @param importId null for none
 */
export function useImport(importId: string | null): FollowedImport {
  const live = useConnection().kind === 'live';
  const id = importId ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: importKeys.detail(id),
    queryFn: async ({ client, signal }) =>
      withRunning(client, await api.call(importPath(id), importDetailSchema, { signal })),
    enabled: importId !== null,
    refetchInterval: ({ state }) => askAgainInterval(state) || pollInterval(state.data, live),
    ...PATCHED,
  });
  const isWhole = data !== undefined && hasNumbers(data);
  return {
    summary: data,
    waitsFor: data?.queue_place ? (data.waits_for ?? null) : null,
    errors: isWhole ? data.errors : undefined,
    fields: data?.fields ?? [],
    groups: (isWhole && data.groups) || [],
    preview: (isWhole && data.preview) || null,
    settings: data?.format_settings ?? null,
    sample: isWhole ? data.sample : undefined,
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
    ...api.read(importPath(importId), importDetailSchema, { field: field ?? '' }),
    enabled: field !== null,
    select: ({ errors }) => errors,
  });
  return data;
}

function pollInterval(detail: ImportSummary | undefined, live: boolean): number | false {
  if (!detail || hasEnded(detail)) return false;
  return live && detail.queue_place === null ? POLL_MS.live : POLL_MS.blind;
}

/** Downloads all stored errors of an import. */
export function useDownloadErrors({ import_id, file_name }: ImportSummary) {
  return useDownload({
    path: `${importPath(import_id)}/errors.csv`,
    accept: 'text/csv',
    fileName: `${file_name.replace(/\.[a-z.]+$/i, '')}-errors.csv`,
    failed: 'The errors could not be downloaded',
  });
}

/** Requests the cancellation of an import; the result arrives as a pushed state. */
export function useCancelImport(importId: string) {
  return useMutation({
    mutationFn: () => api.send(`${importPath(importId)}/cancel`, { method: 'POST' }),
    meta: { failed: 'The import could not be cancelled', refetches: [importKeys.all] },
  });
}

/** Confirms what an unconfirmed import would change, which is then queued again. */
export function useConfirmImport({ import_id: importId, waiting_since: since }: ImportSummary) {
  return useMutation({
    mutationFn: () =>
      api.post(`${importPath(importId)}/confirm`, importSummarySchema, { waiting_since: since }),
    meta: { failed: 'The import could not be confirmed', refetches: [importKeys.all] },
    onSuccess: () => useUploadStore.getState().follow(importId),
  });
}

export type RunOptions = Partial<
  Pick<ImportSummary, 'dry_run' | 'on_error' | 'on_older' | 'on_conflict'>
> & {
  /** Confirms the shares of a preview. */
  readonly confirm?: true;
};

/** Queues a new import of the same file, with the same options unless others are given. */
export function useRunAgain(importId: string) {
  return useMutation({
    mutationFn: (options: RunOptions) =>
      api.call(`${importPath(importId)}/run-again`, importSummarySchema, {
        method: 'POST',
        query: { ...options },
      }),
    meta: { failed: 'The import could not run again', refetches: [importKeys.all] },
    onSuccess: ({ import_id: next }) => useUploadStore.getState().follow(next),
  });
}

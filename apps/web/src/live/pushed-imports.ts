import type { ImportDetail } from '@portal/contracts/import-detail';
import { ENDED_IMPORT_STATES, type ImportSummary } from '@portal/contracts/imports';
import { type QueryClient, type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import { invalidate } from '../lib/invalidate';
import { useLiveStore } from './live-store';

/** Query keys; all imports are below the first key. */
export const importKeys = {
  all: ['imports'],
  lists: ['imports', 'list'],
  list: (query: object) => ['imports', 'list', query],
  detail: (importId: string) => ['imports', 'detail', importId],
  errors: (importId: string, field: string | null) => ['imports', 'errors', importId, field],
} as const satisfies Record<string, QueryKey | ((...key: never[]) => QueryKey)>;

/** What was pushed last of each import that has not ended. */
export const RUNNING_KEY: QueryKey = ['pushed', 'running-imports'];
type Running = Readonly<Record<string, ImportSummary>>;

/** A state that was pushed or fetched: what only a request has is missing after the push of an end or a question. */
export type KnownImport = ImportSummary & Partial<Omit<ImportDetail, keyof ImportSummary>>;

interface List {
  readonly items: readonly KnownImport[];
}

/**
 * Writes a pushed state into every list and page that has the import. A status that none of them has is news:
 * the import may appear in lists or leave them, and only a request has its errors, so all are fetched again.
 */
export function takeImport(client: QueryClient, pushed: ImportSummary): void {
  const { import_id: id, status } = pushed;
  let isNews = client.getQueryData<Running>(RUNNING_KEY)?.[id]?.status !== status;
  const patched = (known: KnownImport): KnownImport => {
    isNews &&= known.status !== status;
    return withPushed(known, pushed);
  };
  client.setQueryData<Running>(RUNNING_KEY, ({ [id]: _before, ...others } = {}) =>
    hasEnded(pushed) ? others : { ...others, [id]: pushed },
  );
  client.setQueriesData<List>({ queryKey: importKeys.lists }, (list) =>
    list?.items.some(({ import_id: listed }) => listed === id)
      ? { ...list, items: list.items.map((one) => (one.import_id === id ? patched(one) : one)) }
      : undefined,
  );
  client.setQueriesData<KnownImport>({ queryKey: importKeys.detail(id) }, (known) =>
    known ? patched(known) : pushed,
  );
  if (isNews) void invalidate(client, { queryKey: importKeys.all });
}

/** A response with what was pushed while it was under way; without a connection it is the newest. */
export function withRunning(client: QueryClient, fetched: KnownImport): KnownImport {
  const isLive = useLiveStore.getState().connection.kind === 'live';
  const pushed = client.getQueryData<Running>(RUNNING_KEY)?.[fetched.import_id];
  return isLive && pushed ? withPushed(fetched, pushed) : fetched;
}

/** Whether an import was pushed that has not ended. */
export function useIsRunning(importId: string | null): boolean {
  const { data } = useQuery<Running>({ queryKey: RUNNING_KEY, queryFn: skipToken });
  return importId !== null && data?.[importId] !== undefined;
}

/**
 * A known state and what was pushed of it. The end stays. The place of a queued import moves without a push,
 * and a question that somebody has answered is not asked again.
 */
export function withPushed(known: KnownImport, pushed: ImportSummary): KnownImport {
  if (hasEnded(known) || pushed.status === 'queued') return known;
  const asks = pushed.status === 'unconfirmed';
  const isOld = asks && (hasNumbers(known) || pushed.confirmed_at !== known.confirmed_at);
  if (isOld) return known;
  return hasNumbers(pushed) ? pushed : { ...known, ...pushed };
}

export function hasEnded({ status }: Pick<ImportSummary, 'status'>): boolean {
  return ENDED_IMPORT_STATES.some((ended) => ended === status);
}

/** Whether its numbers are there: it has ended, or it waits for a confirmation of them. */
export function hasNumbers({ status }: Pick<ImportSummary, 'status'>): boolean {
  return status === 'unconfirmed' || hasEnded({ status });
}

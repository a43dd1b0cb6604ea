import type { ListedTable } from '@portal/contracts/entities';
import { type Mutation, MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { askAgainInterval } from '../lib/ask-again';
import { refetchReaders } from '../lib/invalidate';
import { detailOf, isPassing } from '../lib/api-error';
import { subjectOf, useSessionStore } from '../session/session-store';
import { undoableGroupOf, undoOptions } from '../entities/audit/undo';
import { offerUndo, showToast, useToastStore } from '../ui/toast-store';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The records of a list: it is fetched again when some of them change. */
      reads?: readonly ListedTable[];
    };
    mutationMeta: {
      /** The toast after a failure without a detail of the server. Without it there is no toast. */
      failed?: string;
      /** The toast after a success. */
      succeeded?: string;
      /** The changed records: what reads them is fetched again before the mutation ends. */
      changes?: readonly ListedTable[];
      /** What else is fetched again then. */
      refetches?: readonly QueryKey[];
    };
  }
}

const RETRIES = 2;

let current: QueryClient | undefined;

/** The cache of this tab; it is cleared when another user signs in. */
export function tabQueryClient(): QueryClient {
  current ??= createQueryClient();
  return current;
}

/** Replaces the cache of this tab. */
export function setTabQueryClient(queryClient: QueryClient): void {
  current = queryClient;
}

useSessionStore.subscribe(({ session }, before) => {
  if (subjectOf(session) === subjectOf(before.session)) return;
  current?.clear();
  useToastStore.getState().withdraw();
});

/**
 * A cache. Network errors are retried; refusals by the server are not. Without a network requests fail
 * like those to a server that cannot be reached: a page must not show the numbers of other filters.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: mutationCache(),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
        staleTime: 30_000,
        refetchInterval: ({ state }) => askAgainInterval(state),
        // The tab is shown again: what is older, or was marked as old while it was hidden.
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Does after each mutation what its `meta` says. */
function mutationCache(): MutationCache {
  return new MutationCache({
    onSuccess: (data, _variables, _context, { meta }) => {
      if (meta?.succeeded === undefined) return;
      const group = undoableGroupOf(data);
      if (group === undefined) showToast(meta.succeeded, { type: 'success' });
      else offerUndo(meta.succeeded, () => undo(group));
    },
    onError: (error, variables, _context, mutation) => {
      const failed = mutation.meta?.failed;
      if (failed === undefined) return;
      showToast(detailOf(error, failed), {
        type: 'error',
        ...(isPassing(error) && {
          action: { label: 'Retry', run: () => retry(mutation, variables) },
        }),
      });
    },
    onSettled: (_data, _error, _variables, _result, { meta }, { client }) => {
      const { changes = [], refetches = [] } = meta ?? {};
      const isNothing = changes.length + refetches.length === 0;
      return isNothing ? undefined : refetchReaders(client, changes, ...refetches);
    },
  });
}

/** Undoes a group of changes, with the same toasts. */
function undo(group: number): void {
  const client = tabQueryClient();
  const mutation = client.getMutationCache().build(client, undoOptions(client));
  mutation.execute(group).catch(() => undefined);
}

/** Runs a failed mutation again, with the same toasts. */
function retry<V>(mutation: Mutation<unknown, unknown, V>, variables: V): void {
  mutation.execute(variables).catch(() => undefined);
}

import { MutationCache, QueryClient, type Mutation } from '@tanstack/react-query';
import { ApiError, detailOf } from '../lib/api-error';
import { subjectOf, useSessionStore } from '../session/session-store';
import { showToast } from '../ui/toast-store';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The toast after a failure without a detail of the server. Without it there is no toast. */
      failed?: string;
      /** The toast after a success. */
      succeeded?: string;
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
  if (subjectOf(session) !== subjectOf(before.session)) current?.clear();
});

/** A cache. Network errors are retried; refusals by the server are not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: mutationToasts(),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
      },
    },
  });
}

/** Reports the results of all mutations that name their texts in `meta`. */
function mutationToasts(): MutationCache {
  return new MutationCache({
    onSuccess: (_data, _variables, _context, { meta }) => {
      if (meta?.succeeded !== undefined) showToast(meta.succeeded, { type: 'success' });
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
  });
}

/** Runs a failed mutation again, with the same toasts. */
function retry<V>(mutation: Mutation<unknown, unknown, V>, variables: V): void {
  mutation.execute(variables).catch(() => undefined);
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 502);
}

import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const RETRIES = 2;

/** One cache per tab. Network errors are retried; refusals by the server are not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
      },
    },
  });
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 502);
}

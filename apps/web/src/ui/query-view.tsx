import type { ReactNode } from 'react';

interface QueryViewProps<T> {
  query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Stands for the data until the first answer. */
  pending: ReactNode;
  /** Stands for it if the first answer is a failure. */
  renderFailure: (error: unknown, onRetry: () => unknown) => ReactNode;
  children: (data: T) => ReactNode;
}

/** What a query answers. Data that has been loaded stays, also when a later request fails. */
export function QueryView<T>({ query, pending, renderFailure, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? renderFailure(query.error, query.refetch) : pending;
}

import type { ReactNode } from 'react';
import { messageOf } from '../lib/api-error';
import { FailureAlert, FailurePanel } from './failure';

type QueryViewProps<T> = {
  query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Stands for the data until the first answer. */
  pending: ReactNode;
  children: (data: T) => ReactNode;
} & (
  | {
      /** Stands for it if the first answer is a failure. */
      renderFailure: (error: unknown, onRetry: () => unknown) => ReactNode;
    }
  | {
      /** The title of the panel that stands for it then. */
      failed: string;
      /** A line instead of a panel. */
      inLine?: boolean;
      renderFailure?: undefined;
    }
);

/** What a query answers. Data that has been loaded stays, also when a later request fails. */
export function QueryView<T>(props: QueryViewProps<T>) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (!error) return props.pending;
  if (props.renderFailure) return props.renderFailure(error, refetch);
  const Failure = props.inLine ? FailureAlert : FailurePanel;
  const reason = messageOf(error, 'The server gave no reason.');
  return <Failure title={props.failed} detail={reason} onRetry={refetch} />;
}

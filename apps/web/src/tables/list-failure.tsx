import FilterIcon from '~icons/ic/outline-filter-alt';
import { ApiError, detailOf } from '../lib/api-error';
import { FailurePanel } from '../ui/failure';

interface ListFailureProps {
  error: unknown;
  failed: string;
  /** The title if it takes too long. */
  tooBroad?: string;
  /** What is said where the server gives no reason. */
  fallback?: string;
  onRetry: () => unknown;
}

/** A list, or what is counted of one, that could not be loaded; if it takes too long, the detail names what narrows it. */
export function ListFailure({
  error,
  failed,
  tooBroad = 'The list takes too long',
  fallback = 'The list could not be loaded.',
  onRetry,
}: ListFailureProps) {
  const isTooBroad = error instanceof ApiError && error.code === 'too-broad';
  return (
    <FailurePanel
      {...(isTooBroad && { icon: FilterIcon })}
      title={isTooBroad ? tooBroad : failed}
      detail={detailOf(error, fallback)}
      onRetry={onRetry}
    />
  );
}

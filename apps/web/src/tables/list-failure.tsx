import FilterIcon from '~icons/ic/outline-filter-alt';
import { ApiError, detailOf } from '../lib/api-error';
import { FailurePanel } from '../ui/failure';

interface ListFailureProps {
  error: unknown;
  failed: string;
  onRetry: () => void;
}

/** A list that could not be loaded; one that takes too long names what narrows it. */
export function ListFailure({ error, failed, onRetry }: ListFailureProps) {
  const isTooBroad = error instanceof ApiError && error.code === 'too-broad';
  return (
    <FailurePanel
      {...(isTooBroad && { icon: FilterIcon })}
      title={isTooBroad ? 'The list takes too long' : failed}
      detail={detailOf(error, 'The list could not be loaded.')}
      onRetry={onRetry}
    />
  );
}

import ErrorIcon from '~icons/ic/outline-error';
import FilterIcon from '~icons/ic/outline-filter-alt';
import Button from '@mui/material/Button';
import { ApiError, detailOf } from '../../lib/api-error';
import { MessagePanel } from '../message-panel';

interface ListFailureProps {
  error: unknown;
  failed: string;
  onRetry: () => void;
}

/** A list that could not be loaded; one that takes too long names what narrows it. */
export function ListFailure({ error, failed, onRetry }: ListFailureProps) {
  const isTooBroad = error instanceof ApiError && error.code === 'too-broad';
  return (
    <MessagePanel
      icon={isTooBroad ? FilterIcon : ErrorIcon}
      title={isTooBroad ? 'The list takes too long' : failed}
      detail={detailOf(error, 'The list could not be loaded.')}
      action={
        <Button variant="outlined" onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  );
}

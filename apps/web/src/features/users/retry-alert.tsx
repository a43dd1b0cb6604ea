import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { detailOf, messageOf } from '../../lib/api-error';

interface RetryAlertProps {
  title: string;
  error: Error;
  /** The text for a failure without a detail of the server; by default the failure's own. */
  fallback?: string;
  onRetry: () => void;
}

/** Replaces the content of a card that could not be loaded. */
export function RetryAlert({ title, error, fallback, onRetry }: RetryAlertProps) {
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      <AlertTitle sx={{ m: 0 }}>{title}</AlertTitle>
      {fallback === undefined ? messageOf(error, '') : detailOf(error, fallback)}
    </Alert>
  );
}

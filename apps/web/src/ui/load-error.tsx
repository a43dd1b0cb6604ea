import CloseIcon from '~icons/ic/baseline-close';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { detailOf } from '../lib/api-error';

interface LoadErrorProps {
  error: unknown;
  /**
   * Time of the failure in epoch milliseconds; a later failure is shown again after a dismissal.
   */
  at: number;
  /** The message for a failure without a reason of the server. */
  fallback: string;
  /** Loads again; absent where the page has a button for it. */
  onRetry?: () => void;
}

/** A failed load, until it is dismissed or a load succeeds. */
export function LoadError({ error, at, fallback, onRetry }: LoadErrorProps) {
  const [dismissed, setDismissed] = useState(0);
  return (
    <Collapse in={Boolean(error) && at > dismissed} unmountOnExit>
      <Alert
        severity="error"
        sx={{ mb: 2 }}
        action={
          <>
            {onRetry && (
              <Button color="inherit" size="small" onClick={onRetry}>
                Try Again
              </Button>
            )}
            <IconButton
              color="inherit"
              size="small"
              aria-label="Close"
              title="Close"
              onClick={() => setDismissed(at)}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        }
      >
        {detailOf(error, fallback)}
      </Alert>
    </Collapse>
  );
}

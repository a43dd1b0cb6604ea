import { Box, Collapse } from '@mui/material';
import { useState } from 'react';
import { detailOf } from '../lib/api-error';
import { FailureAlert } from './failure';

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

/** A failed load above the data of an earlier one, until it is dismissed or a load succeeds. */
export function LoadError({ error, at, fallback, onRetry }: LoadErrorProps) {
  const [dismissed, setDismissed] = useState(0);
  return (
    <Collapse in={Boolean(error) && at > dismissed} unmountOnExit>
      <Box sx={{ pb: 2 }}>
        <FailureAlert
          title={detailOf(error, fallback)}
          onRetry={onRetry}
          onClose={() => setDismissed(at)}
        />
      </Box>
    </Collapse>
  );
}

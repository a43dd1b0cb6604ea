import Alert from '@mui/material/Alert';
import Collapse from '@mui/material/Collapse';
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
}

/** A failed load, until it is dismissed or a load succeeds. */
export function LoadError({ error, at, fallback }: LoadErrorProps) {
  const [dismissed, setDismissed] = useState(0);
  return (
    <Collapse in={Boolean(error) && at > dismissed} unmountOnExit>
      <Alert severity="error" onClose={() => setDismissed(at)} sx={{ mb: 2 }}>
        {detailOf(error, fallback)}
      </Alert>
    </Collapse>
  );
}

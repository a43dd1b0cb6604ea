import { useEffect } from 'react';
import { detailOf } from '../../lib/api-error';
import { showToast } from '../../ui/toast-store';

/** Shows a toast for each failed load: the server's detail, or `fallback`. */
export function useErrorToast(error: unknown, fallback: string): void {
  useEffect(() => {
    if (error !== null) showToast(detailOf(error, fallback), { type: 'error' });
  }, [error, fallback]);
}

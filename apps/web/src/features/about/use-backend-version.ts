import { useEffect } from 'react';
import { logError } from '../../lib/log';
import { useAbout } from '../../entities/portal/use-today';

/** Version of the server. */
export function useBackendVersion() {
  const query = useAbout();
  const { error } = query;
  useEffect(() => {
    if (error) logError('Error fetching version', error);
  }, [error]);
  return query;
}

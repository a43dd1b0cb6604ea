import { aboutSchema } from '@portal/contracts/about';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logError } from '../../lib/log';
import { api } from '../../session/api';

/** Version of the server. */
export function useBackendVersion() {
  const query = useQuery({
    queryKey: ['about'],
    queryFn: ({ signal }) => api.call('/about', aboutSchema, { signal }),
  });
  const { error } = query;
  useEffect(() => {
    if (error) logError('Error fetching version', error);
  }, [error]);
  return query;
}

import { aboutSchema } from '@portal/contracts/about';
import { useQuery } from '@tanstack/react-query';
import { api } from './api';

/** The version of the server and its reporting time zone. */
export function useAbout() {
  return useQuery({
    queryKey: ['about'],
    queryFn: ({ signal }) => api.call('/about', aboutSchema, { signal }),
  });
}

import { reportingSchemaSchema } from '@portal/contracts/custom-stats';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../session/api';

/** The views and columns that custom SQL may read, with examples of queries. */
export function useReportingSchema() {
  return useQuery(reportingSchemaOptions());
}

/** It changes only with the version of the server. */
function reportingSchemaOptions() {
  return queryOptions({
    queryKey: ['reporting-schema'] as const,
    queryFn: ({ signal }) => api.call('/custom-stats/schema', reportingSchemaSchema, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

import { crudListSchema } from '@portal/contracts/crud';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { api } from '../../../session/api';

const podSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  project_id: z.number(),
});
export type FoundPod = z.infer<typeof podSchema>;
const podsSchema = crudListSchema(podSchema);
const MAX_PODS = 8;

/** The pods that the user sees whose name or description contains the text. */
export function useFoundPods(text: string) {
  return useQuery({
    queryKey: ['palette', 'pods', text],
    queryFn: ({ signal }) =>
      api.call('/pods/', podsSchema, {
        query: { size: MAX_PODS, sort_by: 'name', sort_order: 'asc', search: text },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

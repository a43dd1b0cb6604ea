import { crudMetaSchema } from '@portal/contracts/crud';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';
import { crudKeys } from './crud-keys';

/** Fields and allowed operations of a list. */
export function useMetadata(base: string) {
  return useQuery(metadataOptions(base));
}

function metadataOptions(base: string) {
  return queryOptions({
    queryKey: crudKeys.meta(base),
    queryFn: ({ signal }) => api.call(`${base}_meta`, crudMetaSchema, { signal }),
  });
}

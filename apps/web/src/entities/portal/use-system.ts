import { systemSchema } from '@portal/contracts/system';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';

const POLL_MS = 15_000;

/** How the portal is, read again every 15 s. */
export function useSystem() {
  return useQuery({
    queryKey: ['system'],
    ...api.read('/system', systemSchema),
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
}

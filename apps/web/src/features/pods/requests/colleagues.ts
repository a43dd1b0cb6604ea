import type { PodMember } from '@portal/contracts/pods';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { membersOptions } from './members';

const MAX_PODS = 10;

/** The members of the first of these pods, each once. */
export function useColleagues(podNames: readonly string[]): readonly PodMember[] {
  return useQueries({ queries: podNames.slice(0, MAX_PODS).map(membersOptions), combine });
}

function combine(results: readonly UseQueryResult<PodMember[]>[]): readonly PodMember[] {
  const all = results.flatMap(({ data }) => data ?? []);
  return [...new Map(all.map((member) => [member.user_email, member])).values()];
}

import type { Rounds } from '@portal/contracts/rounds';
import { useQuery } from '@tanstack/react-query';

export interface RoundsOf {
  readonly projectId: number;
  /** The days on which the rounds ended, both included; null without a bound. */
  readonly start: string | null;
  readonly end: string | null;
  readonly batchIds?: readonly number[] | undefined;
  /** Tasks of the members of this pod, or of this user. */
  readonly podName?: string | undefined;
  readonly email?: string | undefined;
}

export function roundsQuery({ projectId, start, end, batchIds, podName, email }: RoundsOf) {
  return {
    project_id: projectId,
    ...(start !== null && { start_date: start }),
    ...(end !== null && { end_date: end }),
    ...(batchIds && { batch_ids: batchIds }),
    ...(podName !== undefined && { pod_name: podName }),
    ...(email !== undefined && { user_email: email }),
  };
}

export const roundsKey = (of: RoundsOf) => ['rounds', roundsQuery(of)] as const;

/** The rounds that the card of this page has loaded; undefined until then. */
export function useKnownRounds(of: RoundsOf): Rounds | undefined {
  return useQuery<Rounds>({ queryKey: roundsKey(of), enabled: false }).data;
}

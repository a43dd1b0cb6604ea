import type { Pod, PodMember } from '@portal/contracts/pods';
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

/** The pod of /pods/{podName}/…, for the pages below it. */
export interface OpenPod {
  readonly podName: string;
  readonly projectId: number;
  readonly pod: Pod;
  /** By email; follows the room of the pod. */
  readonly members: UseQueryResult<readonly PodMember[]>;
}

export const OpenPodContext = createContext<OpenPod | null>(null);

/** The open pod. @throws outside of the pages of a pod */
export function usePod(): OpenPod {
  const pod = useContext(OpenPodContext);
  if (!pod) throw new Error('usePod needs a page of a pod');
  return pod;
}

import type { Caller } from '@portal/domain/caller';
import type { Binds } from './row-sql.js';

/**
 * Mirrors `is_member` of `PodStanding` (libs/domain/src/pods.ts): the caller is in the pod.
 * @param podName SQL expression for the name of the pod
 */
export function callerInPod(caller: Pick<Caller, 'email'>, podName: string, binds: Binds): string {
  return `EXISTS (
    SELECT FROM core.pod_member AS place
    WHERE place.pod_name = ${podName} AND place.user_email = ${binds.bind(caller.email, 'text')})`;
}

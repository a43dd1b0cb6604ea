import type { Onboarding } from '@portal/contracts/onboarding';
import type { Caller } from '@portal/domain/caller';
import { decideMembersAccess } from '@portal/domain/pods';
import type { Transaction } from '@portal/persistence/db';
import { keepProject } from '@portal/persistence/projects/projects';
import { keepPod, readPod } from '@portal/persistence/pods/pods';
import { below } from '../../../lists/write/bulk-request.js';
import { invalidBody } from '../../../lists/shared/refusals.js';
import { ProblemException } from '../../../problems/problem.js';
import { refusePodRoleBeyond } from '../../../identity/granting/refuse-beyond.js';

/** Locks the project until the end of the transaction. @throws {ProblemException} `not-found` */
export async function holdProject(tx: Transaction, projectId: number): Promise<void> {
  if (await keepProject(tx, projectId)) return;
  throw new ProblemException('not-found', 'There is no such project');
}

/**
 * Locks the pod until the end of the transaction, for a caller who manages its members and may give
 * the role.
 * @throws {ProblemException} `not-found`, `forbidden`, `invalid-input` for a pod of another project
 */
export async function holdPod(
  tx: Transaction,
  caller: Caller,
  { name, role }: NonNullable<Onboarding['pod']>,
  projectId: number | undefined,
): Promise<void> {
  await keepPod(tx, name);
  const pod = await readPod(tx, name, caller.email);
  const decision = pod ? decideMembersAccess(caller, pod) : 'hidden';
  if (!pod || decision === 'hidden')
    throw new ProblemException('not-found', 'There is no such pod');
  if (decision === 'forbidden') {
    throw new ProblemException('forbidden', 'You do not manage the members of this pod');
  }
  if (pod.project_id !== projectId) {
    throw invalidBody([{ pointer: '/pod/name', detail: 'is not a pod of this project' }]);
  }
  await below('/pod', () => refusePodRoleBeyond(tx, caller, name, role));
}

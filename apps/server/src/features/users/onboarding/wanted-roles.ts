import type { Onboarding } from '@portal/contracts/onboarding';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { ProblemCode } from '@portal/contracts/problem';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { readRoles } from '@portal/persistence/roles/assigned-roles';
import { ProblemException } from '../../../problems/problem.js';
import { refuseRoleBeyond } from '../../../identity/granting/roles.js';

/** Why a person is refused, and the field with the reason. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly field: 'email' | 'role';
  readonly detail: string;
}

/** A role of the request. */
export interface WantedRole {
  readonly name: string;
  /** Absent if there is no such role. */
  readonly id?: number;
  /** Why the caller cannot give it. */
  readonly refusal: Refusal | null;
}

/** The roles of the request, by name. */
export async function readWantedRoles(
  tx: Transaction,
  { people, role: forAll, project_id: projectId = ALL_PROJECTS_ID }: Onboarding,
  caller: Caller,
): Promise<Map<string, WantedRole>> {
  const names = new Set(people.flatMap(({ role = forAll }) => role ?? []));
  const roles = names.size > 0 ? await readRoles(tx) : [];
  const wanted = new Map<string, WantedRole>();
  for (const name of names) {
    const role = roles.find((one) => one.name === name);
    if (!role) {
      const detail = `There is no role '${name}'; the roles are ${roles.map((one) => one.name).join(', ')}`;
      wanted.set(name, { name, refusal: { code: 'invalid-input', field: 'role', detail } });
      continue;
    }
    const refusal = await refusalOf(() => refuseRoleBeyond(tx, caller, role, projectId));
    wanted.set(name, { ...role, refusal });
  }
  return wanted;
}

async function refusalOf(check: () => Promise<void>): Promise<Refusal | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (!(error instanceof ProblemException)) throw error;
    return { code: error.code, field: 'role', detail: error.detail };
  }
}

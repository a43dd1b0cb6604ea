import type { POD_ROLES } from '@portal/contracts/constants';
import type { Onboarding } from '@portal/contracts/onboarding';
import { ProblemException } from '../../../problems/problem.js';
import type { Refusal, WantedRole } from './wanted-roles.js';
import type { Person, RoleToGive } from '@portal/persistence/users/onboarding';

/** Enough to find the cause; all people may have the same. */
const MAX_LISTED = 100;

/** What a person is to get. */
export interface Plan {
  readonly person: Person;
  readonly role: WantedRole | undefined;
  readonly podRole: (typeof POD_ROLES)[number] | undefined;
  readonly refusal: Refusal | null;
}

/** The plans in the order of the request. */
export function planOf(
  request: Onboarding,
  found: ReadonlyMap<string, Person>,
  roles: ReadonlyMap<string, WantedRole>,
): Plan[] {
  return request.people.map(({ email, role: own }) => {
    const person = found.get(email) ?? { id: null, email, role: null, pod_role: null };
    const wanted = own ?? request.role;
    const role = wanted === undefined ? undefined : roles.get(wanted);
    // A person who has a role keeps it, so the caller needs no permission to give one.
    const refusal =
      accountRefusal(person) ?? (person.role === null ? (role?.refusal ?? null) : null);
    return { person, role, podRole: request.pod?.role, refusal };
  });
}

/** The roles for the people who have none in the project. */
export function rolesToGive(plans: readonly Plan[]): RoleToGive[] {
  return plans.flatMap(({ person: { id, role: held }, role, refusal }) =>
    refusal === null && id !== null && held === null && role?.id !== undefined
      ? [{ userId: id, roleId: role.id }]
      : [],
  );
}

/** The emails of the people who are not in the pod. */
export function membersToAdd(plans: readonly Plan[]): string[] {
  return plans.flatMap(({ person, refusal }) =>
    refusal === null && person.pod_role === null ? [person.email] : [],
  );
}

/** @throws {ProblemException} of the kind of the first refusal, with each refused person */
export function refuseAny(plans: readonly Plan[]): void {
  const refused = plans.flatMap(({ person, refusal }, at) =>
    refusal ? [{ ...refusal, email: person.email, at }] : [],
  );
  const [first] = refused;
  if (!first) return;
  throw new ProblemException(
    first.code,
    `${refused.length} of ${plans.length} people cannot be onboarded, so nothing was changed: ${first.email}: ${first.detail}`,
    refused.slice(0, MAX_LISTED).map(({ at, field, detail, email }) => ({
      pointer: `/people/${at}/${field}`,
      detail,
      item: email,
    })),
  );
}

function accountRefusal({ id }: Person): Refusal | null {
  if (id !== null) return null;
  return {
    code: 'forbidden',
    field: 'email',
    detail: 'There is no account, and only user-manage in all projects creates one',
  };
}

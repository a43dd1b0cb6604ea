import { POD_ROLES } from '@portal/contracts/constants';

export type PodRole = (typeof POD_ROLES)[number];

const TITLES: Record<PodRole, string> = {
  lead: 'Leads',
  reviewer: 'Reviewers',
  trainer: 'Trainers',
};

export interface RoleGroup<M> {
  readonly role: PodRole;
  readonly title: string;
  readonly members: readonly M[];
}

/** The members by role, leads first, each group by name; roles without a member are left out. */
export function roleGroups<M extends { readonly role: PodRole }>(
  members: readonly M[],
  nameOf: (member: M) => string,
): RoleGroup<M>[] {
  return POD_ROLES.map((role) => ({
    role,
    title: TITLES[role],
    members: members
      .filter((member) => member.role === role)
      .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))),
  })).filter((group) => group.members.length > 0);
}

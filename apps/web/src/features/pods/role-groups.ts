import { POD_ROLES } from '@portal/contracts/constants';
import type { PodMember } from '@portal/contracts/pods';

export type PodRole = (typeof POD_ROLES)[number];

const TITLES: Record<PodRole, string> = {
  lead: 'Leads',
  reviewer: 'Reviewers',
  trainer: 'Trainers',
};

interface RoleGroup<M> {
  readonly role: PodRole;
  readonly title: string;
  readonly members: readonly M[];
}

/** The members by role, leads first, each group by name; roles without a member are left out. */
export function roleGroups<M extends PodMember>(members: readonly M[]): RoleGroup<M>[] {
  return POD_ROLES.map((role) => ({
    role,
    title: TITLES[role],
    members: members
      .filter((member) => member.role === role)
      .toSorted((a, b) => memberName(a).localeCompare(memberName(b))),
  })).filter((group) => group.members.length > 0);
}

export function memberName({ user_email, user_name }: PodMember): string {
  return nameOr(user_email, user_name);
}

/** The name of a user; the email if the profile has none. */
export function nameOr(email: string, name: string): string {
  return name.trim() === '' ? email : name;
}

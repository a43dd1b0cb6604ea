import type { POD_ROLES } from '@portal/contracts/constants';
import type { Entry } from './parse-emails';

/** What everybody in the list gets besides an account. */
export interface Choice {
  readonly role?: {
    readonly projectId: number;
    readonly projectName: string;
    readonly name: string;
  };
  readonly pod?: { readonly name: string; readonly role: (typeof POD_ROLES)[number] };
}

/** What the portal knows about the emails. */
export interface Known {
  /** The role by project id of each user with an account, by email. */
  readonly users: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** The pod role of each member of the pod, by email. */
  readonly members: ReadonlyMap<string, string>;
}

export type Step = 'account' | 'role' | 'pod';

/** One line of the preview. */
export interface Line extends Entry {
  readonly kind: 'new' | 'known' | 'invalid' | 'repeated';
  /** What is still to do, in order. */
  readonly steps: readonly Step[];
  /** What the user has already and keeps. */
  readonly kept: readonly string[];
}

/**
 * What onboarding does for each entry. A user keeps a role in the project and a pod role: a list
 * must not take permissions away.
 */
export function planOf(entries: readonly Entry[], choice: Choice, known: Known): Line[] {
  return entries.map((entry) => {
    const { email, isRepeated } = entry;
    if (email === null) return { ...entry, kind: 'invalid', steps: [], kept: [] };
    if (isRepeated) return { ...entry, kind: 'repeated', steps: [], kept: [] };
    const roles = known.users.get(email);
    const role = choice.role && roles?.[choice.role.projectId];
    const podRole = choice.pod && known.members.get(email);
    const steps: Step[] = [];
    if (!roles) steps.push('account');
    if (choice.role && role === undefined) steps.push('role');
    if (choice.pod && podRole === undefined) steps.push('pod');
    const kept = [
      ...(role === undefined ? [] : [`keeps the role ${role}`]),
      ...(podRole === undefined ? [] : [`is already ${podRole} in ${choice.pod?.name ?? ''}`]),
    ];
    return { ...entry, kind: roles ? 'known' : 'new', steps, kept };
  });
}

/** A step in words, such as 'role trainer in Alpha'. */
export function stepText(step: Step, { role, pod }: Choice): string {
  switch (step) {
    case 'account':
      return 'new account';
    case 'role':
      return `role ${role?.name ?? ''} in ${role?.projectName ?? ''}`;
    case 'pod':
      return `${pod?.role ?? ''} in pod ${pod?.name ?? ''}`;
  }
}

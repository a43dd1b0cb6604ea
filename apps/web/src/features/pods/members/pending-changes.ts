import type { PodMember } from '@portal/contracts/pods';
import { useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import { serverNow } from '../../../lib/server-clock';
import { type ChangeOf, type MemberChange, memberChangesKey, memberChangeSchema } from '../api';

/** A member as the page shows it: `pending` until the server has confirmed the change. */
export interface ShownMember extends PodMember {
  readonly pending: boolean;
}

/** The members with the changes that are on their way. A failed change disappears from the list. */
export function useShownMembers(
  podName: string,
  members: readonly PodMember[] | undefined,
): readonly ShownMember[] | undefined {
  const changes = useMutationState({
    filters: { mutationKey: memberChangesKey(podName), status: 'pending' },
    select: ({ state }) => memberChangeSchema.parse(state.variables),
  });
  return useMemo(
    () => members && applyChanges(members, changes, podName),
    [members, changes, podName],
  );
}

/** The members after `changes`, in their order. */
export function applyChanges(
  members: readonly PodMember[],
  changes: readonly MemberChange[],
  podName: string,
): ShownMember[] {
  const shown = new Map<string, ShownMember>(
    members.map((member) => [member.user_email, { ...member, pending: false }]),
  );
  for (const change of changes) {
    if (change.kind === 'add') {
      if (!shown.has(change.user.user_email)) {
        shown.set(change.user.user_email, newcomer(change, podName));
      }
      continue;
    }
    const member = shown.get(change.email);
    if (change.kind === 'remove') shown.delete(change.email);
    else if (member) shown.set(change.email, { ...member, role: change.role, pending: true });
  }
  return [...shown.values()];
}

function newcomer({ user, role }: ChangeOf<'add'>, pod_name: string): ShownMember {
  return {
    ...user,
    id: 0,
    role,
    timezone: null,
    created_at: new Date(serverNow()).toISOString(),
    pod_name,
    pending: true,
  };
}

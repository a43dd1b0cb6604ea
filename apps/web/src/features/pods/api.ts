import { POD_ROLES } from '@portal/contracts/constants';
import {
  type PodCandidate,
  podCandidateListSchema,
  podCandidateSchema,
  podMemberSchema,
} from '@portal/contracts/pods';
import { type MutationKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { membersKey, podPath } from '../../entities/pods/api';
import { refetchReaders } from '../../lib/invalidate';
import { api } from '../../session/api';

const SIZE = 20;

/** Key of the searches for new members of a pod. */
export function candidatesKey(podName: string) {
  return ['pod-candidates', podName] as const;
}

/** The first users of the pod's project who can be added to the pod, by email. */
export async function fetchCandidates(
  podName: string,
  search: string,
  signal: AbortSignal,
): Promise<readonly PodCandidate[]> {
  const found = await api.call(`${podPath(podName)}/candidates`, podCandidateListSchema, {
    query: { search, size: SIZE },
    signal,
  });
  return found.items;
}

const roleSchema = z.enum(POD_ROLES);

/** A change of the members that the server has not confirmed. */
export const memberChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), user: podCandidateSchema, role: roleSchema }),
  z.object({ kind: z.literal('role'), email: z.string(), role: roleSchema }),
  z.object({ kind: z.literal('remove'), email: z.string() }),
]);
export type MemberChange = z.infer<typeof memberChangeSchema>;
export type ChangeOf<K extends MemberChange['kind']> = Extract<MemberChange, { kind: K }>;

/** Mutation key of the changes of a pod's members. */
export function memberChangesKey(podName: string) {
  return [...membersKey(podName), 'change'] as const;
}

/** Adds a user to a pod. */
export function useAddMember(podName: string) {
  return useMutation({
    ...useChangeOptions(podName),
    mutationFn: ({ user, role }: ChangeOf<'add'>) =>
      api.post(`${podPath(podName)}/members`, podMemberSchema, {
        user_email: user.user_email,
        role,
      }),
    meta: { failed: 'Error creating item', succeeded: 'Item created successfully' },
  });
}

/** Changes the role of a member. */
export function useChangeRole(podName: string) {
  return useMutation({
    ...useChangeOptions(podName),
    mutationFn: ({ email, role }: ChangeOf<'role'>) =>
      api.send(`${podPath(podName)}/members`, {
        method: 'PATCH',
        body: { user_email: email, role },
      }),
    meta: { failed: 'Error updating item', succeeded: 'Item updated successfully' },
  });
}

/** Removes a member from a pod. */
export function useRemoveMember(podName: string) {
  return useMutation({
    ...useChangeOptions(podName),
    mutationFn: ({ email }: ChangeOf<'remove'>) =>
      api.delete(`${podPath(podName)}/members`, { user_email: email }),
    meta: { failed: 'Error deleting item', succeeded: 'Item deleted successfully' },
  });
}

interface ChangeOptions {
  readonly mutationKey: MutationKey;
  readonly onSettled: () => Promise<void>;
}

/**
 * Options of each mutation of the members. It stays pending until the list is fetched again, so
 * that its optimistic row does not flicker.
 */
function useChangeOptions(podName: string): ChangeOptions {
  const client = useQueryClient();
  return {
    mutationKey: memberChangesKey(podName),
    onSettled: async () => {
      client.removeQueries({ queryKey: candidatesKey(podName), type: 'inactive' });
      await refetchReaders(client, ['pod_member'], candidatesKey(podName));
    },
  };
}

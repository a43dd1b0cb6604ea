import { POD_ROLES } from '@portal/contracts/constants';
import { crudListSchema } from '@portal/contracts/crud';
import { weeklyProgressSchema } from '@portal/contracts/live';
import {
  type PodCandidate,
  podCandidateListSchema,
  podCandidateSchema,
  type PodMember,
  podMemberListSchema,
  podMemberSchema,
  podSchema,
} from '@portal/contracts/pods';
import {
  keepPreviousData,
  type MutationKey,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { z } from 'zod';
import { newestState } from '../../live/newest-state';
import { pushedUntil, type RoomStatus } from '../../live/room-status';
import { useLiveState } from '../../live/use-live';
import { POLL_MS, pollInterval } from '../../live/use-refetch-on-push';
import { api } from '../../session/api';
import { useMay } from '../../session/permissions';

/** Key of a pod. */
export function podKey(podName: string) {
  return ['pod', podName] as const;
}

/** A pod with its project. */
export function usePodByName(podName: string) {
  return useQuery({
    meta: { reads: ['pod'] },
    queryKey: podKey(podName),
    queryFn: ({ signal }) => api.call(podPath(podName), podSchema, { signal }),
    // A description changes without a push.
    refetchOnWindowFocus: true,
  });
}

/** The current week of a pod: pushed to its room, and fetched until then and while it is not live. */
export function useCurrentWeek(podName: string, projectId: number, room: RoomStatus) {
  const pushed = useLiveState('weekly-progress', projectId, podName);
  const live = room.kind === 'live' && pushed !== undefined;
  const fetched = useQuery({
    queryKey: ['pod-week', podName, projectId] as const,
    queryFn: ({ signal }) =>
      api.call(`${podPath(podName)}/weekly-progress`, weeklyProgressSchema, { signal }),
    refetchInterval: pollInterval(room),
    enabled: !live,
  });
  return {
    week: newestState(room, pushed, fetched.data),
    error: live ? null : fetched.error,
    errorUpdatedAt: fetched.errorUpdatedAt,
    /** Time of the numbers in epoch milliseconds; pushed ones are current until the loss. */
    asOf: Math.max(fetched.dataUpdatedAt, pushed ? pushedUntil(room) : 0),
    refetch: fetched.refetch,
  };
}

/** Key of the members of a pod. */
function membersKey(podName: string) {
  return ['pod-members', podName] as const;
}

/**
 * The members of a pod, by email. Users without pod-info-public-view hear of no change of others, so
 * their page polls.
 */
export function useMembers(podName: string, room: RoomStatus) {
  const hearsAll = useMay()(['pod-info-public-view']);
  return useQuery({
    ...membersOptions(podName),
    refetchInterval: hearsAll ? pollInterval(room) : POLL_MS,
  });
}

/** The members of a pod, by email. */
function membersOptions(podName: string) {
  return queryOptions({
    meta: { reads: ['pod_member', 'app_user'] },
    queryKey: membersKey(podName),
    queryFn: ({ signal }) =>
      api.call(`${podPath(podName)}/members`, podMemberListSchema, { signal }),
  });
}

const MAX_COLLEAGUE_PODS = 10;

/** The members of the first of these pods, each once. */
export function useColleagues(podNames: readonly string[]): readonly PodMember[] {
  return useQueries({
    queries: podNames.slice(0, MAX_COLLEAGUE_PODS).map(membersOptions),
    combine,
  });
}

function combine(results: readonly UseQueryResult<PodMember[]>[]): readonly PodMember[] {
  const all = results.flatMap(({ data }) => data ?? []);
  return [...new Map(all.map((member) => [member.user_email, member])).values()];
}

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
      api.call(`${podPath(podName)}/members`, podMemberSchema, {
        method: 'POST',
        body: { user_email: user.user_email, role },
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
      api.send(`${podPath(podName)}/members`, {
        method: 'DELETE',
        body: { user_email: email },
      }),
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
      await client.invalidateQueries({ queryKey: candidatesKey(podName) });
      await client.invalidateQueries({ queryKey: membersKey(podName) });
    },
  };
}

const foundPodSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  project_id: z.number(),
});
export type FoundPod = z.infer<typeof foundPodSchema>;
const foundPodsSchema = crudListSchema(foundPodSchema);
const MAX_FOUND_PODS = 8;

/** The pods that the user sees whose name or description contains the text. */
export function useFoundPods(text: string) {
  return useQuery({
    queryKey: ['palette', 'pods', text],
    queryFn: ({ signal }) =>
      api.call('/pods/', foundPodsSchema, {
        query: { size: MAX_FOUND_PODS, sort_by: 'name', sort_order: 'asc', search: text },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The path of a pod in the API. */
function podPath(podName: string): string {
  return `/pods/${encodeURIComponent(podName)}`;
}

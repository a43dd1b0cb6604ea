import { itemListSchema } from '@portal/contracts/lists';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import {
  type PodMember,
  podMemberListSchema,
  podMemberSchema,
  podSchema,
} from '@portal/contracts/pods';
import {
  keepPreviousData,
  queryOptions,
  useQueries,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { askAgainInterval } from '../../lib/ask-again';
import { logError, logWarning } from '../../lib/log';
import type { RoomStatus } from '../../live/room-status';
import { POLL_MS, pollInterval } from '../../live/live-query';
import { api } from '../../session/api';
import { useMay } from '../../session/permissions';
import { useProjectStore } from '../../lib/project-store';
import { userOf, useSessionStore } from '../../session/session-store';

/** The path of a pod in the API. */
export function podPath(podName: string): string {
  return `/pods/${encodeURIComponent(podName)}`;
}

/** Key of a pod. */
export function podKey(podName: string) {
  return ['pod', podName] as const;
}

/** A pod with its project. */
export function usePodByName(podName: string) {
  return useQuery({
    meta: { reads: ['pod', 'project'] },
    queryKey: podKey(podName),
    ...api.read(podPath(podName), podSchema),
    // A description changes without a push.
    refetchOnWindowFocus: true,
  });
}

/** Key of the members of a pod. */
export function membersKey(podName: string) {
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
    refetchInterval: ({ state }) =>
      askAgainInterval(state) || (hearsAll ? pollInterval(room) : POLL_MS),
  });
}

/** The members of a pod, by email. */
function membersOptions(podName: string) {
  return queryOptions({
    meta: { reads: ['pod_member', 'app_user'] },
    queryKey: membersKey(podName),
    ...api.read(`${podPath(podName)}/members`, podMemberListSchema),
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

const membershipSchema = podMemberSchema.pick({ pod_name: true, role: true });
export type Membership = z.infer<typeof membershipSchema>;

/** As many as a page of the list may have. */
const MAX_PODS = 100;

/**
 * The pods of the signed-in user in the selected project, or in all with project 0. They load again
 * whenever a component that shows them opens. A failure is logged.
 * @returns no `pods` until they are loaded; an empty list without an email
 */
export function useMemberships(): {
  pods: readonly Membership[] | undefined;
  error: Error | null;
  errorUpdatedAt: number;
  refetch: () => Promise<unknown>;
} {
  const email = useSessionStore((state) => userOf(state)?.email);
  const projectId = useProjectStore((state) => (state.authorised ? state.selectedId : undefined));
  const known = projectId !== undefined;
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...membershipsOptions(email ?? '', projectId ?? null),
    enabled: email !== undefined && known,
  });
  useEffect(() => {
    if (known && email === undefined) {
      logWarning(`The pods of project ${projectId} cannot be listed: the email is unknown`);
    }
  }, [known, email, projectId]);
  useEffect(() => {
    if (error) logError('The pods of the user could not be loaded', error);
  }, [error]);
  return { pods: email === undefined ? [] : data, error, errorUpdatedAt, refetch };
}

function membershipsOptions(email: string, projectId: number | null) {
  const inProject =
    projectId === null || projectId === ALL_PROJECTS_ID
      ? {}
      : { 'pod.project_id': { eq: projectId } };
  const filters = { user_email: { eq: email }, ...inProject };
  return queryOptions({
    meta: { reads: ['pod_member', 'pod'] },
    queryKey: ['memberships', email, projectId] as const,
    ...api.read('/pod-members/', z.object({ items: z.array(membershipSchema) }), {
      filters: JSON.stringify(filters),
      size: MAX_PODS,
    }),
    select: ({ items }) => items,
    // Always fetched again: on opening, and when the project is selected again.
    staleTime: 0,
  });
}

const podNamesSchema = itemListSchema(podSchema.pick({ name: true }));

/** The names of the pods of a project, of all with project 0; none without a project. */
export function usePodNames(projectId: number | undefined) {
  return useQuery({
    meta: { reads: ['pod'] },
    queryKey: ['pod-names', projectId],
    ...api.read('/pods/', podNamesSchema, {
      size: MAX_PODS,
      sort_by: 'name',
      ...(projectId !== ALL_PROJECTS_ID && {
        filters: JSON.stringify({ project_id: projectId }),
      }),
    }),
    enabled: projectId !== undefined,
    select: ({ items }) => items.map(({ name }) => name),
  });
}

const foundPodSchema = z.object({
  name: z.string(),
  description: z.string().nullable(),
  project_id: z.number(),
});
export type FoundPod = z.infer<typeof foundPodSchema>;
const foundPodsSchema = itemListSchema(foundPodSchema);
const MAX_FOUND_PODS = 8;

/** The pods that the user sees whose name or description contains the text. */
export function useFoundPods(text: string) {
  return useQuery({
    queryKey: ['palette', 'pods', text],
    ...api.read('/pods/', foundPodsSchema, {
      size: MAX_FOUND_PODS,
      sort_by: 'name',
      sort_order: 'asc',
      search: text,
    }),
    placeholderData: keepPreviousData,
  });
}

/** Those of the named pods that the user sees. */
export function usePodsByName(names: readonly string[]) {
  return useQuery({
    meta: { reads: ['pod'] },
    queryKey: ['palette', 'pods by name', names],
    ...api.read('/pods/', foundPodsSchema, {
      size: MAX_PODS,
      filters: JSON.stringify({ name: { in: names } }),
    }),
    enabled: names.length > 0,
    select: ({ items }) => items,
  });
}

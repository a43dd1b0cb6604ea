import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { podMemberSchema } from '@portal/contracts/pods';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { logError, logWarning } from '../../../lib/log';
import { api } from '../../../session/api';
import { useProjectStore } from '../../../session/project-store';
import { userOf, useSessionStore } from '../../../session/session-store';

const membershipSchema = podMemberSchema.pick({ pod_name: true, role: true });
export type Membership = z.infer<typeof membershipSchema>;

/** As many as a page of the list may have. */
const SIZE = 100;

/**
 * The pods of the signed-in user in the selected project, or in all with project 0. They load again
 * whenever a component that shows them opens. A failure is logged.
 * @returns no `pods` until they are loaded; an empty list without an email
 */
export function useMemberships(): {
  pods: readonly Membership[] | undefined;
  failed: boolean;
} {
  const email = useSessionStore((state) => userOf(state)?.email);
  const projectId = useProjectStore((state) => (state.authorised ? state.selectedId : undefined));
  const known = projectId !== undefined;
  const { data, error } = useQuery({
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
  return { pods: email === undefined ? [] : data, failed: error !== null };
}

function membershipsOptions(email: string, projectId: number | null) {
  const inProject =
    projectId === null || projectId === ALL_PROJECTS_ID
      ? {}
      : { 'pod.project_id': { eq: projectId } };
  const filters = { user_email: { eq: email }, ...inProject };
  return queryOptions({
    queryKey: ['memberships', email, projectId] as const,
    queryFn: async ({ signal }) => {
      const query = { filters: JSON.stringify(filters), size: SIZE };
      const list = z.object({ items: z.array(membershipSchema) });
      return (await api.call('/pod-members/', list, { query, signal })).items;
    },
    // Always fetched again: on opening, and when the project is selected again.
    staleTime: 0,
  });
}

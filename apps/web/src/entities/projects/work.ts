import type { ProjectWork } from '@portal/contracts/projects-work';
import { projectsWorkSchema } from '@portal/contracts/projects-work';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';
import { mayAnywhere } from '../../session/permissions';
import { useSessionStore } from '../../session/session-store';

const POLL_MS = 30_000;
const MANAGE = ['data-upload', 'project-admin', 'admin-view'] as const;

/** The work of the projects that the user manages, read again every 30 s; none for those who manage none. */
export function useProjectsWork(): readonly ProjectWork[] | undefined {
  const manages = useSessionStore(({ session }) => MANAGE.some((one) => mayAnywhere(session, one)));
  const { data, isError } = useQuery({
    queryKey: ['projects-work'],
    ...api.read('/projects/work', projectsWorkSchema),
    enabled: manages,
    refetchInterval: POLL_MS,
    meta: { reads: ['project'] },
  });
  return manages ? (data ?? (isError ? NONE : undefined)) : NONE;
}

const NONE: readonly ProjectWork[] = [];

import type { ProjectWork } from '@portal/contracts/projects-work';
import { projectsWorkSchema } from '@portal/contracts/projects-work';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../session/api';
import { mayAnywhere } from '../../session/permissions';
import { useSessionStore } from '../../session/session-store';

const POLL_MS = 30_000;
const MANAGE = ['data-upload', 'project-admin', 'admin-view'] as const;

/** The work of the projects that the user manages, read again every 30 s; none for those who manage none. */
export function useProjectsWork(): {
  readonly work: readonly ProjectWork[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const manages = useSessionStore(({ session }) => MANAGE.some((one) => mayAnywhere(session, one)));
  const { data, error, refetch } = useQuery({
    queryKey: ['projects-work'],
    ...api.read('/projects/work', projectsWorkSchema),
    enabled: manages,
    refetchInterval: POLL_MS,
    meta: { reads: ['project'] },
  });
  const work = manages ? (data ?? (error ? NONE : undefined)) : NONE;
  return { work, error: data ? null : error, retry: () => void refetch() };
}

const NONE: readonly ProjectWork[] = [];

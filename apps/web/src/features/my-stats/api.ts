import type { Stamp } from '@portal/contracts/stamp';
import { type OwnTask, type UserTaskList, userTaskListSchema } from '@portal/contracts/task-stats';
import { useLiveQuery, useProjectUpdates } from '../../live/live-query';
import { api } from '../../session/api';
import { useProjectStore } from '../../lib/project-store';

/** Tasks that the page loads; older ones of the period are only in the CSV. */
const MAX_TASKS = 2_000;
/** Pages that are requested at a time. */
const PARALLEL = 4;
const PAGE_SIZE = 100;

/** The tasks of a user; instants in RFC 3339, the end is excluded. */
export interface UserTasksQuery {
  readonly start_datetime?: string;
  readonly end_datetime?: string;
  readonly status?: string;
  readonly search?: string;
}

/** With the stamp of the selected project. */
export interface UserTasks extends Stamp {
  readonly user: UserTaskList['user'];
  /** Newest first. */
  readonly tasks: readonly OwnTask[];
  /** All tasks that match, also those beyond the limit. */
  readonly total: number;
  /** The user's tasks in rework now. */
  readonly reworkTotal: number;
}

/** The tasks of a user, loaded again when the selected project changes. */
export function useUserTasks(email: string, query: UserTasksQuery, isWanted = true) {
  const projectId = useProjectStore((state) => state.selectedId);
  const hasProjects = useProjectStore((state) => state.authorised !== null);
  const updates = useProjectUpdates(projectId);
  const result = useLiveQuery(updates, {
    queryKey: ['user-tasks', email, query, projectId] as const,
    queryFn: ({ signal }) => readUserTasks(email, query, { projectId, signal, max: MAX_TASKS }),
    // On a first visit the list of projects selects one, which would be another request.
    enabled: isWanted && (hasProjects || projectId !== null),
    // Many pages are loaded again less often.
    throttle: ({ tasks }) => pagesOf(tasks.length) * 1_000,
  });
  return { ...result, room: updates.room, updates, watched: projectId };
}

interface Reading {
  readonly projectId: number | null;
  readonly max: number;
  readonly signal?: AbortSignal;
}

/** Reads the pages of the list, newest tasks first, up to `max` tasks. @throws {ApiError} */
export async function readUserTasks(
  email: string,
  query: UserTasksQuery,
  { projectId, max, signal }: Reading,
): Promise<UserTasks> {
  const read = (page: number) =>
    api.call(`/tasks/by-user/${encodeURIComponent(email)}`, userTaskListSchema, {
      query: { ...query, stamp_project_id: projectId ?? undefined, page, size: PAGE_SIZE },
      signal,
    });
  const first = await read(1);
  const tasks = new Map(first.items.map((task) => [task.turing_task_id, task]));
  const pages = pagesOf(Math.min(first.total, max));
  for (let page = 2; page <= pages; page += PARALLEL) {
    const group = Array.from(
      { length: Math.min(PARALLEL, pages - page + 1) },
      (_, at) => page + at,
    );
    // A task that changes meanwhile can be on two pages.
    for (const { items } of await Promise.all(group.map(read))) {
      for (const task of items) tasks.set(task.turing_task_id, task);
    }
  }
  return {
    user: first.user,
    tasks: [...tasks.values()],
    total: first.total,
    reworkTotal: first.rework_total,
    // The first page is the oldest.
    epoch: first.epoch,
    revision: first.revision,
  };
}

function pagesOf(tasks: number): number {
  return Math.max(1, Math.ceil(tasks / PAGE_SIZE));
}

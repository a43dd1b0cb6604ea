import type { WeeklyProgress } from '@portal/contracts/live';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, covers, holds, type Projects, projectsWhere } from './caller.js';

/** Whose numbers somebody sees: their own in every project, everybody's in those listed. */
export interface VisibilityScope {
  readonly email: string;
  readonly isEverywhere: boolean;
  /** Projects in which everybody is seen, unless that is so everywhere. */
  readonly projectIds: readonly number[];
}

/** Other users' numbers are shown in the projects where one holds pod-info-public-view. */
export function visibilityOf(caller: Caller): VisibilityScope {
  const projects = projectsWhere(caller, ['pod-info-public-view']);
  const isEverywhere = projects === 'all';
  return { email: caller.email, isEverywhere, projectIds: isEverywhere ? [] : projects };
}

/**
 * As much of a visibility scope as makes a difference in one project (0 for all), the same for all who see
 * everybody there.
 */
export function visibilityWithin(visibility: VisibilityScope, projectId: number): VisibilityScope {
  const { email, isEverywhere, projectIds } = visibility;
  if (isEverywhere || projectIds.includes(projectId)) {
    return { email: '', isEverywhere: true, projectIds: [] };
  }
  if (projectId !== ALL_PROJECTS_ID) return { email, isEverywhere, projectIds: [] };
  return { email, isEverywhere, projectIds: [...projectIds].sort((a, b) => a - b) };
}

/** The projects in which the work of the user is seen. */
export function projectsSeenOf(visibility: VisibilityScope, email: string): Projects {
  return visibility.isEverywhere || visibility.email === email ? 'all' : visibility.projectIds;
}

/** Whether the work of a user in one project is seen; null for the tasks of nobody. */
export function maySeeWork(
  visibility: VisibilityScope,
  work: { readonly projectId: number; readonly email: string | null },
): boolean {
  const projects =
    work.email === null ? visibleProjects(visibility) : projectsSeenOf(visibility, work.email);
  return covers(projects, work.projectId);
}

/**
 * Whether it is shown that the user exists: everyone sees themselves; others are seen in the
 * projects where they have tasks, a role or a pod.
 */
export function maySeeWorker(
  visibility: VisibilityScope,
  worker: { readonly email: string; readonly projectIds: readonly number[] },
): boolean {
  const projects = projectsSeenOf(visibility, worker.email);
  return projects === 'all' || worker.projectIds.some((projectId) => covers(projects, projectId));
}

function visibleProjects({ isEverywhere, projectIds }: VisibilityScope): Projects {
  return isEverywhere ? 'all' : projectIds;
}

/** Whether somebody sees the numbers of everybody in the project. */
export function seesEverybody(caller: Caller, projectId: number): boolean {
  return holds(caller, 'pod-info-public-view', projectId);
}

/** A pod's week as the caller sees it: everybody's, or their own alone. */
export function weekSeenBy(caller: Caller, week: WeeklyProgress): WeeklyProgress {
  return seesEverybody(caller, week.project_id)
    ? week
    : { ...week, members: week.members.filter(({ email }) => email === caller.email) };
}

import type { WeeklyProgress } from '@portal/contracts/live';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, covers, holds, type Projects, projectsWhere } from './caller.js';

/** The numbers that a user sees: their own in every project, all users' in the listed projects. */
export interface VisibilityScope {
  readonly email: string;
  readonly isEverywhere: boolean;
  /** Projects whose users are all visible; empty if `isEverywhere`. */
  readonly projectIds: readonly number[];
}

/** Callers see other users' numbers in the projects where they have pod-info-public-view. */
export function visibilityOf(caller: Caller): VisibilityScope {
  const projects = projectsWhere(caller, ['pod-info-public-view']);
  const isEverywhere = projects === 'all';
  return { email: caller.email, isEverywhere, projectIds: isEverywhere ? [] : projects };
}

/** What a caller sees of the tasks behind numbers of work. */
export interface WorkSeen {
  readonly visibility: VisibilityScope;
  /** Where they also see the tasks of their own reviews, verdicts and claims, whose users they may not see. */
  readonly ownReviews: { readonly email: string; readonly projects: Projects };
}

/**
 * In one project (0 for all). Users who may review see the tasks that they reviewed, sent back or claimed themselves, as
 * the desk shows them these tasks.
 */
export function workSeenBy(caller: Caller, projectId: number): WorkSeen {
  return {
    visibility: visibilityWithin(visibilityOf(caller), projectId),
    ownReviews: { email: caller.email, projects: projectsWhere(caller, ['trainer-feedback-add']) },
  };
}

/**
 * Reduces a visibility scope to its effect in one project (0 for all). The result is the same for
 * all callers who see every user there.
 */
export function visibilityWithin(visibility: VisibilityScope, projectId: number): VisibilityScope {
  const { email, isEverywhere, projectIds } = visibility;
  if (isEverywhere || projectIds.includes(projectId)) {
    return { email: '', isEverywhere: true, projectIds: [] };
  }
  if (projectId !== ALL_PROJECTS_ID) return { email, isEverywhere, projectIds: [] };
  return { email, isEverywhere, projectIds: [...projectIds].sort((a, b) => a - b) };
}

/** The projects in which the user's work is visible. */
export function projectsSeenOf(visibility: VisibilityScope, email: string): Projects {
  return visibility.isEverywhere || visibility.email === email ? 'all' : visibility.projectIds;
}

/** Whether work in one project is visible; `email` is null for tasks without a user. */
export function maySeeWork(
  visibility: VisibilityScope,
  work: { readonly projectId: number; readonly email: string | null },
): boolean {
  const projects =
    work.email === null ? visibleProjects(visibility) : projectsSeenOf(visibility, work.email);
  return covers(projects, work.projectId);
}

/**
 * Whether the response may reveal that the user exists. Callers see themselves, and other users
 * through the projects where those have tasks, a role or a pod.
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

/** Whether the caller sees the numbers of all users in the project. */
export function seesEverybody(caller: Caller, projectId: number): boolean {
  return holds(caller, 'pod-info-public-view', projectId);
}

/** The pod's weekly progress that the caller sees: of all members, or only the caller's own. */
export function weekSeenBy(caller: Caller, week: WeeklyProgress): WeeklyProgress {
  return seesEverybody(caller, week.project_id)
    ? week
    : { ...week, members: week.members.filter(({ email }) => email === caller.email) };
}

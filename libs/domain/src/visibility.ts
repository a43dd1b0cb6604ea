import type { WeeklyProgress } from '@portal/contracts/live';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, holds, projectsWhere } from './caller.js';

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
 * As much of a sight as makes a difference in one project (0 for all), the same for all who see
 * everybody there.
 */
export function visibilityWithin(sight: VisibilityScope, projectId: number): VisibilityScope {
  const { email, isEverywhere, projectIds } = sight;
  if (isEverywhere || projectIds.includes(projectId)) {
    return { email: '', isEverywhere: true, projectIds: [] };
  }
  if (projectId !== ALL_PROJECTS_ID) return { email, isEverywhere, projectIds: [] };
  return { email, isEverywhere, projectIds: [...projectIds].sort((a, b) => a - b) };
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

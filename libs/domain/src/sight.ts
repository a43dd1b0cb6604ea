import type { WeeklyProgress } from '@portal/contracts/live';
import { type Caller, holds, projectsWhere } from './caller.js';

/** Whose numbers somebody sees: their own in every project, everybody's in those listed. */
export interface Sight {
  readonly email: string;
  readonly isEverywhere: boolean;
  /** Projects in which everybody is seen, unless that is so everywhere. */
  readonly projectIds: readonly number[];
}

/** Other people's numbers are shown in the projects where one holds pod-info-public-view. */
export function sightOf(caller: Caller): Sight {
  const projects = projectsWhere(caller, ['pod-info-public-view']);
  const isEverywhere = projects === 'all';
  return { email: caller.email, isEverywhere, projectIds: isEverywhere ? [] : projects };
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

import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, holds } from './caller.js';

/** Whose numbers somebody sees: their own in every project, everybody's in those listed. */
export interface Sight {
  readonly email: string;
  readonly isEverywhere: boolean;
  /** Projects in which everybody is seen, unless that is so everywhere. */
  readonly projectIds: readonly number[];
}

/** Other people's numbers are shown in the projects where one holds pod-info-public-view. */
export function sightOf(caller: Caller): Sight {
  const sees = (projectId: number) => holds(caller, 'pod-info-public-view', projectId);
  return {
    email: caller.email,
    isEverywhere: sees(ALL_PROJECTS_ID),
    projectIds: caller.grants.map(({ project_id }) => project_id).filter(sees),
  };
}

import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useMemo } from 'react';
import { useOpenProjects } from '../../../entities/projects/api';

/** Where somebody can have a role. */
interface Place {
  readonly id: number;
  readonly name: string;
}

/**
 * The projects of the user that are not archived. All projects together are not among them: a role there is given on
 * the page of a user, after a question.
 */
export function usePlaces(): readonly Place[] {
  const data = useOpenProjects();
  return useMemo(() => {
    const projects = (data ?? []).filter(({ id }) => id !== ALL_PROJECTS_ID);
    return projects.map(({ id, name }) => ({ id, name }));
  }, [data]);
}

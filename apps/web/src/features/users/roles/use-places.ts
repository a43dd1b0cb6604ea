import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useMemo } from 'react';
import { useOpenProjects } from '../../../entities/projects/api';
import { useMayAssign } from './use-may-assign';

/** Where somebody can have a role. */
interface Place {
  readonly id: number;
  readonly name: string;
}

/** The projects of the user that are not archived, after all projects together if the user may assign roles there. */
export function usePlaces(): readonly Place[] {
  const mayAssign = useMayAssign();
  const data = useOpenProjects();
  return useMemo(() => {
    const projects = (data ?? [])
      .filter(({ id }) => id !== ALL_PROJECTS_ID)
      .map(({ id, name }) => ({ id, name }));
    const all = { id: ALL_PROJECTS_ID, name: 'All projects' };
    return mayAssign(ALL_PROJECTS_ID) ? [all, ...projects] : projects;
  }, [data, mayAssign]);
}

import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { ProblemException } from '../../problems/problem.js';

/** Project 0 is not a real project; its roles are assigned per user. */
export function refuseAllProjects(projectId: number): void {
  if (projectId !== ALL_PROJECTS_ID) return;
  throw new ProblemException(
    'conflict',
    'Project 0 stands for all projects: it cannot be changed or deleted, and roles in it are ' +
      'assigned at /auth/users/{id}/project-roles',
  );
}

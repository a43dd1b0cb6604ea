import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, covers, type Grants, holds, type Projects, projectsWhere } from './caller.js';

/** The projects into which the user may upload tasks. */
export function uploadProjects(user: Grants): Projects {
  return projectsWhere(user, ['data-upload']);
}

/** Whether the caller sees the imports of all users: with data-upload in project 0. */
export function seesAllImports(caller: Caller): boolean {
  return holds(caller, 'data-upload', ALL_PROJECTS_ID);
}

/** Whether the caller sees an import: their own, or any with data-upload in project 0. */
export function maySeeImport(caller: Caller, { uploaderId }: { uploaderId: number }): boolean {
  return uploaderId === caller.userId || seesAllImports(caller);
}

/**
 * Whether the caller may confirm what an import changes: users who may cancel it and have data-upload in each of
 * its projects, so its uploader too.
 */
export function mayConfirmImport(
  caller: Caller,
  { uploaderId, projects }: { uploaderId: number; projects: readonly number[] },
): boolean {
  const allowed = uploadProjects(caller);
  return maySeeImport(caller, { uploaderId }) && projects.every((id) => covers(allowed, id));
}

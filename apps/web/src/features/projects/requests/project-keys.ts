import { crudKeys } from '../../../crud/requests/crud-keys';

/** Path of the paged list of projects below the API. */
export const PROJECT_LIST = '/projects/list/';

/** Keys of the cached projects. */
export const projectKeys = {
  /** The projects of the user, for the selector. */
  own: ['projects'] as const,
  pages: crudKeys.base(PROJECT_LIST),
  one: (projectId: number) => ['project-record', projectId] as const,
  users: (projectId: number) => ['project-record', projectId, 'users'] as const,
  contents: (projectId: number) => ['project-record', projectId, 'contents'] as const,
};

import type { Reference } from './resource.js';

/** The path of the list of projects, below /api/v1/. */
export const PROJECT_LIST = 'projects/list';

/** For a field with the id of a project. */
export const PROJECT_REFERENCE: Reference = {
  base: PROJECT_LIST,
  field: 'id',
  labelField: 'name',
};

import type { Policy } from '../../crud/policy.js';

/** Roles and permissions are the same in all projects: changed from project 0, read from any. */
export const GLOBAL_RULES: Policy = {
  read: ['user-view', 'user-manage'],
  write: 'rbac-manage',
};

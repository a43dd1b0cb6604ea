import type { Policy } from '../../crud/policy.js';

/** Roles and permissions apply to all projects: changed from project 0, readable from any. */
export const GLOBAL_RULES: Policy = {
  read: ['user-view', 'user-manage'],
  write: 'rbac-manage',
};

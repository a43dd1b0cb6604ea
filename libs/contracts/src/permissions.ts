import { z } from 'zod';

/**
 * The permissions that the portal checks itself; administrators create others. A grant applies to one
 * project, or to all projects as project 0.
 */
export const PERMISSIONS = [
  'full-access',
  'admin-view',
  'project-admin',
  'rbac-manage',
  'user-view',
  'user-manage',
  'pod-manage',
  'pod-manage-members',
  'data-upload',
  'project-manage',
  'pod-info-public-view',
  'trainer-feedback-add',
  'pod-targets-manage',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The name of any permission: one of `PERMISSIONS`, or one that an administrator created. */
export const permissionNameSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{1,63}$/,
    'must be 2 to 64 lower-case letters, digits and hyphens, and begin with a letter',
  );

/** The scope that stands for all projects. */
export const ALL_PROJECTS_ID = 0;

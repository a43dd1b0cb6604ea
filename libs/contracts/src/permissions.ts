import { z } from 'zod';

/**
 * Every permission of the portal. A grant applies to one project, or to all projects as project 0.
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

export const permissionSchema = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof permissionSchema>;

/** The scope that stands for all projects. */
export const ALL_PROJECTS_ID = 0;

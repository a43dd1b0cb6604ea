import { z } from 'zod';
import { POD_ROLES } from './constants.js';
import { permissionNameSchema } from './permissions.js';
import { textSchema } from './scalars.js';

/** A role of a user in a project; in project 0, in all projects. */
export const projectRoleSchema = z.object({
  project_id: z.number().int().min(0),
  project_name: z.string(),
  role: z.string(),
  /** The version of the role assignment, for `If-Match`. */
  version: z.string(),
});
export type ProjectRole = z.infer<typeof projectRoleSchema>;

/** `GET /api/v1/auth/users/{id}/project-roles`, project 0 first, then by name. */
export const projectRolesSchema = z.object({ data: z.array(projectRoleSchema) });
export type ProjectRoles = z.infer<typeof projectRolesSchema>;

/** `POST /api/v1/auth/users/{id}/project-roles` */
export const newProjectRoleSchema = z.strictObject({
  project_id: z.number().int().min(0).max(2_147_483_647),
  role: textSchema(100, 'Role is required'),
});
export type NewProjectRole = z.output<typeof newProjectRoleSchema>;

const permissionsSchema = z.array(permissionNameSchema);

/** Where permissions come from: an assigned role, a pod role, or a role in project 0. */
export const grantSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('role'), role: z.string(), permissions: permissionsSchema }),
  z.object({
    kind: z.literal('pod'),
    pod_name: z.string(),
    pod_role: z.enum(POD_ROLES),
    permissions: permissionsSchema,
  }),
  z.object({ kind: z.literal('all-projects'), role: z.string(), permissions: permissionsSchema }),
]);
export type GrantSource = z.infer<typeof grantSourceSchema>;

export const projectAccessSchema = z.object({
  project_id: z.number().int().min(0),
  project_name: z.string(),
  /** Union of all sources, in alphabetical order. */
  permissions: permissionsSchema,
  sources: z.array(grantSourceSchema),
});
export type ProjectAccess = z.infer<typeof projectAccessSchema>;

/** `GET /api/v1/auth/users/{id}/access`: applies while the user is active. */
export const userAccessSchema = z.object({
  user_id: z.number().int(),
  email: z.string(),
  is_active: z.boolean(),
  projects: z.array(projectAccessSchema),
});
export type UserAccess = z.infer<typeof userAccessSchema>;

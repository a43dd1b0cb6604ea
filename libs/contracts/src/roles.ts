import { z } from 'zod';
import { listedItemSchema, itemListSchema } from './lists.js';
import { permissionNameSchema } from './permissions.js';
import { emptiableTextSchema, textSchema } from './scalars.js';

const MAX_DESCRIPTION = 2000;

/** The roles of pod members. Pods refer to them by name. */
export const ROLES_OF_PODS = ['pod-lead', 'reviewer', 'trainer'] as const;

const descriptionSchema = emptiableTextSchema(MAX_DESCRIPTION);

/** `POST /api/v1/auth/permissions/`; `PATCH` takes any of the fields. */
export const permissionInputSchema = z.strictObject({
  name: permissionNameSchema,
  description: descriptionSchema.optional(),
});

/** `POST /api/v1/auth/roles/`; `PATCH` takes any of the fields. */
export const roleInputSchema = z.strictObject({
  name: textSchema(100),
  description: descriptionSchema.optional(),
  /** The complete set: a permission that is missing here is removed from the role. */
  permissions: z.array(permissionNameSchema).max(100).optional(),
});

/** An item of the list of roles. */
export const roleSchema = listedItemSchema.extend({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  permissions: z.array(permissionNameSchema),
});
export type Role = z.infer<typeof roleSchema>;

/** `GET /api/v1/auth/permissions/` */
export const permissionListSchema = itemListSchema(
  listedItemSchema.extend({ name: permissionNameSchema }),
);

/** `GET /api/v1/auth/roles/` */
export const roleListSchema = itemListSchema(roleSchema);

import { z } from 'zod';
import { permissionSchema } from './permissions.js';
import { emptiableTextSchema, textSchema } from './scalars.js';

const MAX_DESCRIPTION = 2000;

/** The roles that a place in a pod gives, found by these names. */
export const ROLES_OF_PODS = ['pod-lead', 'reviewer', 'trainer'] as const;

/** The colours in which roles are shown; all others are grey. */
export const ROLE_COLORS = {
  admin: 'red',
  trainer: 'blue',
  reviewer: 'green',
  'pod-lead': 'purple',
} as const;
export const DEFAULT_ROLE_COLOR = 'grey';

const descriptionSchema = emptiableTextSchema(MAX_DESCRIPTION);

/** `POST /api/v1/auth/permissions/`; `PATCH` changes the description. */
export const permissionInputSchema = z.strictObject({
  name: permissionSchema,
  description: descriptionSchema.optional(),
});

/** `POST /api/v1/auth/roles/`, and in parts `PATCH`. */
export const roleInputSchema = z.strictObject({
  name: textSchema(100),
  description: descriptionSchema.optional(),
  /** All that the role gives; what is left out, it gives no more. */
  permissions: z.array(permissionSchema).max(100).optional(),
});

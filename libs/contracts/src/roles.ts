import { z } from 'zod';
import { permissionSchema } from './permissions.js';
import { optionalTextSchema, textSchema } from './scalars.js';

const MAX_DESCRIPTION = 2000;

const descriptionSchema = optionalTextSchema(MAX_DESCRIPTION)
  .transform((text) => text ?? '')
  .pipe(z.string().max(MAX_DESCRIPTION));

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

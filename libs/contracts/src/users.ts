import { z } from 'zod';
import { profileUpdateSchema } from './auth.js';
import { emailSchema, textSchema } from './scalars.js';

/**
 * `POST /api/v1/auth/users/`; `PATCH` takes any of the fields. A user can exist before the first
 * sign-in.
 */
export const userInputSchema = z.strictObject({
  email: emailSchema,
  name: textSchema(200).optional(),
  ...profileUpdateSchema.shape,
  is_active: z.boolean().optional(),
});

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

/** Details of a user in a row of numbers. */
export const userDetailsSchema = z.object({
  name: z.string(),
  /** URL of the user's picture. */
  picture: z.string().nullable(),
  timezone: z.string().nullable(),
  /** Names of the user's pods in the projects of the numbers, as far as the caller sees them. */
  pods: z.array(z.string()),
});
export type UserDetails = z.infer<typeof userDetailsSchema>;

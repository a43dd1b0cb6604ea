import { z } from 'zod';
import { profileSchema, profileUpdateSchema } from './auth.js';
import { listedItemSchema, itemListSchema } from './lists.js';
import { emailSchema, instantSchema, textSchema } from './scalars.js';

/**
 * `POST /api/v1/auth/users/`; `PATCH` takes any of the fields. A user can exist before the first
 * sign-in.
 */
export const userInputSchema = z.strictObject({
  email: emailSchema,
  name: textSchema(200).optional(),
  ...profileUpdateSchema.shape,
  is_active: z.boolean().optional(),
  /** The role in all projects; null removes it. */
  global_role: textSchema(100).nullable().optional(),
});

/** `GET /api/v1/auth/users/{id}`, and an item of the list of users. */
export const userSchema = listedItemSchema.extend({
  ...profileSchema.omit({ version: true }).shape,
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  /** URL of the user's picture. */
  picture: z.string().nullable(),
  is_active: z.boolean(),
  created_at: instantSchema,
  /** When the person was anonymised; null for others. */
  anonymised_at: instantSchema.nullable(),
  /** The role by project id; `global` stands for project 0. */
  roles: z.record(z.string(), z.string()),
  /** The role in each pod, by the name of the pod. */
  pods: z.record(z.string(), z.string()),
  /** The role in all projects; null also if the caller does not see it. */
  global_role: z.string().nullable(),
});
export type ListedUser = z.infer<typeof userSchema>;

/** `GET /api/v1/auth/users/` */
export const userListSchema = itemListSchema(userSchema);

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

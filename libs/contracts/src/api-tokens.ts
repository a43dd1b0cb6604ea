import { z } from 'zod';
import { instantSchema, requestInstantSchema, textSchema } from './scalars.js';

/** An API token, without the secret itself. */
export const apiTokenSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  is_active: z.boolean(),
  created_at: instantSchema,
  last_used_at: instantSchema.nullable(),
  expires_at: instantSchema.nullable(),
  /** For `If-Match`; a use of the token does not change it. */
  version: z.string(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** `GET /api/v1/auth/admin/users/{userId}/api-tokens/`, newest first. */
export const apiTokensSchema = z.object({ items: z.array(apiTokenSchema) });
export type ApiTokens = z.infer<typeof apiTokensSchema>;

/** The only response that contains the secret. */
export const createdApiTokenSchema = apiTokenSchema.extend({ token: z.string() });
export type CreatedApiToken = z.infer<typeof createdApiTokenSchema>;

const expirySchema = requestInstantSchema
  .refine((value) => Date.parse(value) > Date.now(), 'must lie in the future')
  .nullable();

/**
 * `POST /api/v1/auth/admin/users/{userId}/api-tokens/`; without `expires_at` the token never
 * expires.
 */
export const newApiTokenSchema = z.strictObject({
  name: textSchema(100, 'Token name is required'),
  expires_at: expirySchema.optional(),
});
export type NewApiToken = z.output<typeof newApiTokenSchema>;

/** `PUT /api/v1/auth/api-tokens/{id}`: only the fields that are present change. */
export const apiTokenUpdateSchema = newApiTokenSchema.extend({ is_active: z.boolean() }).partial();
export type ApiTokenUpdate = z.output<typeof apiTokenUpdateSchema>;

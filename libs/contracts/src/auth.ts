import { z } from 'zod';
import { THEMES } from './constants.js';
import { permissionNameSchema } from './permissions.js';
import { emailSchema, emptiableTextSchema } from './scalars.js';
import { profileZoneSchema } from './time-zones.js';

/** `GET /api/v1/auth/config`: the URL at which the browser starts the authorization code flow. */
export const authConfigSchema = z.object({
  authorization_url: z.url(),
  client_id: z.string(),
  redirect_uri: z.url(),
  scope: z.literal('email profile openid'),
});
export type AuthConfig = z.infer<typeof authConfigSchema>;

/** `GET /api/v1/auth/administrator`: whether an active user has full access to all projects. */
export const administratorSchema = z.object({ exists: z.boolean() });
export type Administrator = z.infer<typeof administratorSchema>;

/** `POST /api/v1/auth/token` */
export const tokenRequestSchema = z.strictObject({
  code: z.string().min(1).max(2048),
  code_verifier: z
    .string()
    .regex(/^[A-Za-z0-9\-._~]{43,128}$/, 'must be 43 to 128 unreserved characters')
    .optional(),
  redirect_uri: z.url().max(2048).optional(),
});
export type TokenRequest = z.infer<typeof tokenRequestSchema>;

export const signedInUserSchema = z.object({
  name: z.string(),
  email: emailSchema,
  picture: z.string().nullable(),
});
export type SignedInUser = z.infer<typeof signedInUserSchema>;

export const tokenResponseSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: signedInUserSchema.optional(),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

/** `POST /api/auth/refresh` and `POST /api/v1/auth/logout` */
export const refreshRequestSchema = z.strictObject({ refresh_token: z.string().min(1).max(512) });
export type RefreshRequest = z.infer<typeof refreshRequestSchema>;

export const projectAuthSchema = z.object({
  project_id: z.number().int().min(0),
  project_name: z.string(),
  permissions: z.array(permissionNameSchema),
});
export type ProjectAuth = z.infer<typeof projectAuthSchema>;

/** Claims of the access token. `sub` is the user id as text. */
export const accessTokenClaimsSchema = z.object({
  sub: z.string().regex(/^\d+$/),
  projects_auth: z.array(projectAuthSchema),
  pod_name: z.string().nullable(),
  iss: z.string(),
  aud: z.string(),
  exp: z.number().int(),
  jti: z.string(),
  /** The session: the family of refresh tokens that the access token belongs to. */
  sid: z.uuid(),
});
export type AccessTokenClaims = z.infer<typeof accessTokenClaimsSchema>;

/** `GET /api/v1/auth/profile/me` */
export const profileSchema = z.object({
  /** Empty if the user has no Slack id. */
  slack_id: z.string(),
  timezone: z.string().nullable(),
  theme: z.enum(THEMES).nullable(),
  /** The `ETag`, for `If-Match`. */
  version: z.string(),
});
export type Profile = z.infer<typeof profileSchema>;

/** `PUT /api/v1/auth/profile/me`: only the fields that are present change. */
export const profileUpdateSchema = z.strictObject({
  slack_id: emptiableTextSchema(100).optional(),
  timezone: profileZoneSchema.nullable().optional(),
  theme: z.enum(THEMES).nullable().optional(),
});
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>;

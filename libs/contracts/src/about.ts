import { z } from 'zod';
import { daySchema, instantSchema } from './scalars.js';

/** `GET /api/v1/about` */
export const aboutSchema = z.object({
  version: z.string(),
  /** An IANA name: days, weeks and months are those of this zone. */
  reporting_time_zone: z.string(),
  /** The current day in that zone. */
  today: daySchema,
  /** Whether people sign in with Google, as an account of the demo, or by a name of their own on this machine. */
  sign_in: z.enum(['google', 'demo', 'local']).default('google'),
});
export type About = z.infer<typeof aboutSchema>;

/** `GET /api/v1/meta/{key}`; an unknown key is 404 'Invalid Key {key}'. */
export const metaSchema = z.object({ value: instantSchema.nullable() });
export type Meta = z.infer<typeof metaSchema>;

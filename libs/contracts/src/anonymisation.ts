import { z } from 'zod';
import { emailSchema } from './scalars.js';

/** Rows by kind that name a user. */
export const namedRowsSchema = z.object({
  tasks: z.number().int(),
  reviews: z.number().int(),
  /** Memberships of pods. */
  pods: z.number().int(),
  /** Records of the audit. */
  changes: z.number().int(),
  /** Imports, with their errors and warnings. */
  imports: z.number().int(),
  /** What imports changed, and who changed tasks. */
  history: z.number().int(),
  api_tokens: z.number().int(),
  sessions: z.number().int(),
  /** Other texts with the address, such as the query of a custom statistic. */
  others: z.number().int(),
});
export type NamedRows = z.infer<typeof namedRowsSchema>;

/**
 * `GET /api/v1/auth/users/{id}/anonymisation`: what an anonymisation would replace; the answer of `POST`:
 * what it has replaced.
 */
export const anonymisationSchema = z.object({
  /** What stands in the place of the address and of the name. */
  email: z.string(),
  name: z.string(),
  rows: namedRowsSchema,
});
export type Anonymisation = z.infer<typeof anonymisationSchema>;

/** `POST /api/v1/auth/users/{id}/anonymisation`: the address of the user, so that none is meant by mistake. */
export const anonymisationInputSchema = z.strictObject({ email: emailSchema });
export type AnonymisationInput = z.output<typeof anonymisationInputSchema>;

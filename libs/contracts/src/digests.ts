import { z } from 'zod';
import { podNameSchema } from './pods.js';
import { idParamSchema } from './scalars.js';

/** A digest tells of the last day, or of the last week from Monday to Sunday, of the reporting zone. */
export const DIGEST_PERIODS = ['day', 'week'] as const;
export const digestPeriodSchema = z.enum(DIGEST_PERIODS);
export type DigestPeriod = z.infer<typeof digestPeriodSchema>;

/** Most digests of one user. */
export const MAX_DIGESTS = 20;

/**
 * `POST /api/v1/notifications/digests`: of a project, of a pod, or without either of the caller's own work. The first
 * two need `pod-info-public-view` in the project.
 */
export const digestInputSchema = z
  .strictObject({
    every: digestPeriodSchema,
    project_id: idParamSchema.optional(),
    pod_name: podNameSchema.optional(),
  })
  .refine(({ project_id: project, pod_name: pod }) => project === undefined || pod === undefined, {
    path: ['pod_name'],
    message: 'must not be combined with project_id: the project of the pod is known',
  });
export type DigestInput = z.output<typeof digestInputSchema>;

export const digestSchema = z.object({
  id: z.number().int(),
  every: digestPeriodSchema,
  /** Null if it is of the caller's own work. */
  project_id: z.number().int().nullable(),
  project_name: z.string().nullable(),
  /** Null unless it is of a pod. */
  pod_name: z.string().nullable(),
  /** Whether it is sent: the caller still sees the work that it tells of, and the project is not archived. */
  is_sent: z.boolean(),
});
export type Digest = z.infer<typeof digestSchema>;

/** `GET /api/v1/notifications/digests` */
export const digestsSchema = z.object({ items: z.array(digestSchema) });
export type Digests = z.infer<typeof digestsSchema>;

import { z } from 'zod';
import { POD_ROLES } from './constants.js';
import { weeklyProgressSchema } from './live.js';
import {
  daySchema,
  emailSchema,
  instantSchema,
  pageParams,
  storableSchema,
  textSchema,
  wholeNumberParam,
} from './scalars.js';

/** The name of a pod in a path, a query or a body. */
export const podNameSchema = textSchema(200);

/** `GET /api/v1/pods/{podName}` */
export const podSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  project_id: z.number().int(),
  project_name: z.string(),
  created_at: instantSchema,
  updated_at: instantSchema,
  /** The version of the pod in the list of pods. */
  version: z.string(),
});
export type Pod = z.infer<typeof podSchema>;

export const podMemberSchema = z.object({
  id: z.number().int(),
  user_email: z.string(),
  user_name: z.string(),
  role: z.enum(POD_ROLES),
  /** URL of the user's picture. */
  profile_picture: z.string().nullable(),
  timezone: z.string().nullable(),
  created_at: instantSchema,
  pod_name: z.string(),
});
export type PodMember = z.infer<typeof podMemberSchema>;

/** `GET /api/v1/pods/{podName}/members`: all members of the pod, by email. */
export const podMemberListSchema = z.array(podMemberSchema);

/** `POST /api/v1/pods/{podName}/members` */
export const newPodMemberSchema = z.strictObject({
  user_email: emailSchema,
  role: z.enum(POD_ROLES).default('trainer'),
});
export type NewPodMember = z.output<typeof newPodMemberSchema>;

/** Body of `PATCH /api/v1/pods/{podName}/members`: the new role of a member. */
export const podMemberChangeSchema = z.strictObject({
  user_email: emailSchema,
  role: z.enum(POD_ROLES),
});
export type PodMemberChange = z.output<typeof podMemberChangeSchema>;

/** Body of `DELETE /api/v1/pods/{podName}/members` */
export const formerPodMemberSchema = z.strictObject({ user_email: emailSchema });
export type FormerPodMember = z.output<typeof formerPodMemberSchema>;

/** Query of `GET /api/v1/pods/{podName}/candidates` */
export const podCandidatesQuerySchema = z.strictObject({
  /** A part of the name or of the email, in any case. */
  search: storableSchema
    .pipe(z.string().max(200))
    .transform((text) => text.trim())
    .prefault(''),
  ...pageParams,
});
export type PodCandidatesQuery = z.output<typeof podCandidatesQuerySchema>;

/** An active user of the pod's project who is not in the pod. */
export const podCandidateSchema = z.object({
  user_email: z.string(),
  user_name: z.string(),
  /** URL of the user's picture. */
  profile_picture: z.string().nullable(),
});
export type PodCandidate = z.infer<typeof podCandidateSchema>;

/** By email. */
export const podCandidateListSchema = z.object({
  items: z.array(podCandidateSchema),
  total: z.number().int(),
  page: z.number().int(),
  size: z.number().int(),
});
export type PodCandidateList = z.infer<typeof podCandidateListSchema>;

/** Query of `GET /api/v1/pods/{podName}/weekly-progress`; the default is the current week. */
export const weeklyProgressQuerySchema = z.strictObject({
  week_start: daySchema
    .refine((day) => new Date(day).getUTCDay() === 1, 'must be a Monday')
    .refine((day) => day >= '2000' && day < '2100', 'must lie between the years 2000 and 2100')
    .optional(),
});
export type WeeklyProgressQuery = z.output<typeof weeklyProgressQuerySchema>;

/** Query of `GET /api/v1/pods/{podName}/weekly-progress/history` */
export const weeklyHistoryQuerySchema = z.strictObject({
  weeks: wholeNumberParam({ minimum: 1, maximum: 26 }).prefault(8),
});
export type WeeklyHistoryQuery = z.output<typeof weeklyHistoryQuerySchema>;

/** Oldest week first, the current one last. */
export const weeklyHistorySchema = z.array(weeklyProgressSchema);

import { z } from 'zod';
import { PROJECT_STATUSES, PROJECT_TYPES } from './constants.js';
import { importRulesInputSchema, importRulesSchema } from './import-rules.js';
import {
  emailSchema,
  instantSchema,
  optionalTextSchema,
  queryBooleanSchema,
  textSchema,
} from './scalars.js';

/** The most that a project may allow. */
const MAX_CLAIMS_PER_REVIEWER = 20;
const MAX_ROUNDS_UNTIL_STUCK = 20;

/** A project in lists. Project 0 stands for all projects. */
export const projectSchema = z.object({
  id: z.number().int().min(0),
  name: z.string(),
  description: z.string().nullable(),
  turing_project_id: z.number().int().nullable(),
  status: z.enum(PROJECT_STATUSES),
  project_type: z.enum(PROJECT_TYPES),
  client: z.string().nullable(),
  labeling_tool_base_path: z.string().nullable(),
  created_at: instantSchema,
  updated_at: instantSchema,
  /** Since when it is archived, and so read-only; null if it is not. */
  archived_at: instantSchema.nullable(),
  /** Whether its work is invented, to look around in; null for a real project. */
  is_sample: z.boolean().nullable(),
  /** How many waiting tasks a reviewer may have claimed at a time. */
  claims_per_reviewer: z.number().int(),
  /** After how many rounds without acceptance a task leaves the review queue for the lead. */
  rounds_until_stuck: z.number().int(),
  /** The `ETag`, for `If-Match`. */
  version: z.string(),
});
export type Project = z.infer<typeof projectSchema>;

/** One project: also what the files of tasks must keep in it, null for nothing. */
export const fullProjectSchema = projectSchema.extend({
  import_rules: importRulesSchema.nullable(),
});
export type FullProject = z.infer<typeof fullProjectSchema>;

/** `GET /api/v1/projects/`: the projects of the caller; id 0 comes first if granted. */
export const projectListSchema = z.array(projectSchema);

/** A user with a role in the project. */
export const projectUserSchema = z.object({
  id: z.number().int(),
  email: emailSchema,
  name: z.string(),
  role: z.string(),
  /** The version of the role assignment, for `If-Match`. */
  version: z.string(),
});
export type ProjectUser = z.infer<typeof projectUserSchema>;

/** `GET /api/v1/projects/{id}/users`: the project and the users with a role in it, by email. */
export const projectDetailsSchema = fullProjectSchema.extend({ users: z.array(projectUserSchema) });
export type ProjectDetails = z.infer<typeof projectDetailsSchema>;

/** `POST /api/v1/projects/` */
export const newProjectSchema = z.strictObject({
  name: textSchema(200, 'Name is required'),
  description: optionalTextSchema(5000).optional(),
  turing_project_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().optional(),
  status: z.enum(PROJECT_STATUSES).optional(),
  project_type: z.enum(PROJECT_TYPES).optional(),
  client: optionalTextSchema(200).optional(),
  labeling_tool_base_path: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .max(2000)
    .nullable()
    .optional(),
  import_rules: importRulesInputSchema.optional(),
  claims_per_reviewer: z.number().int().min(1).max(MAX_CLAIMS_PER_REVIEWER).optional(),
  rounds_until_stuck: z.number().int().min(1).max(MAX_ROUNDS_UNTIL_STUCK).optional(),
});
export type NewProject = z.output<typeof newProjectSchema>;

/** `POST /api/v1/projects/sample`: the new project, and the import that fills it. */
export const sampleProjectSchema = z.object({
  project_id: z.number().int(),
  import_id: z.string(),
});
export type SampleProject = z.infer<typeof sampleProjectSchema>;

/** `PUT /api/v1/projects/{id}`: only the fields that are present change. */
export const projectUpdateSchema = newProjectSchema.partial();
export type ProjectUpdate = z.output<typeof projectUpdateSchema>;

/** Query of `DELETE /api/v1/projects/{id}`; `force` also deletes everything that depends on it. */
export const projectDeletionQuerySchema = z.strictObject({
  force: queryBooleanSchema.default(false),
});
export type ProjectDeletionQuery = z.output<typeof projectDeletionQuerySchema>;

/** `GET /api/v1/projects/{id}/contents`: what deleting the project deletes with it. */
export const projectContentsSchema = z.object({
  batches: z.number().int(),
  tasks: z.number().int(),
  pods: z.number().int(),
  custom_stats: z.number().int(),
  alerts: z.number().int(),
  file_formats: z.number().int(),
  review_reasons: z.number().int(),
  webhooks: z.number().int(),
  role_assignments: z.number().int(),
});
export type ProjectContents = z.infer<typeof projectContentsSchema>;

/** `GET /api/v1/projects/{id}/inventory`: what a project has already, or all of them for project 0. */
export const projectInventorySchema = z.object({
  tasks: z.number().int(),
  /** Users with a role or a pod there, without the caller. */
  people: z.number().int(),
  pods: z.number().int(),
  weekly_targets: z.number().int(),
  custom_stats: z.number().int(),
  /** The first pod by name that has no weekly target. */
  pod_without_target: z.string().nullable(),
});
export type ProjectInventory = z.infer<typeof projectInventorySchema>;

/** Query of `POST /api/v1/projects/{id}/users/{userId}` */
export const projectAssignmentQuerySchema = z.strictObject({
  role_name: textSchema(100, 'Role is required'),
});
export type ProjectAssignmentQuery = z.output<typeof projectAssignmentQuerySchema>;

/** `POST /api/v1/projects/{id}/users`, and its response: a role for the user with that email. */
export const projectMemberSchema = z.strictObject({
  email: emailSchema,
  role_name: textSchema(100, 'Role is required'),
});
export type ProjectMember = z.output<typeof projectMemberSchema>;

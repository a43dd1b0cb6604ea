import { z } from 'zod';
import { PROJECT_STATUSES, PROJECT_TYPES } from './constants.js';
import { instantSchema } from './scalars.js';

/** A project as lists show it. Project 0 stands for all projects. */
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
});
export type Project = z.infer<typeof projectSchema>;

/** `GET /api/v1/projects/`: the projects the caller is authorised for, id 0 first when held. */
export const projectListSchema = z.array(projectSchema);

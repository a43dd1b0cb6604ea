import { z } from 'zod';
import { instantSchema } from './scalars.js';

const count = z.number().int();

/** Days of `days`. */
export const WORK_DAYS = 14;

/** How the work of a project stands. */
const projectWorkSchema = z.object({
  project_id: count,
  name: z.string(),
  total_tasks: count,
  completed_tasks: count,
  /** completed / total, a percentage to one decimal. */
  completion_rate: z.number(),
  rework_tasks: count,
  /** Tasks that wait for a first review. */
  waiting_tasks: count,
  /** Completed tasks of the last days in the reporting zone, today last. */
  days: z.array(count),
  /** Null before the first, and without data-upload in the project. */
  last_import_at: instantSchema.nullable(),
  /** Tasks with an open conflict with an import of the last seven days; null without data-upload in the project. */
  conflicts: count.nullable(),
  /** Active statistics whose last run failed by their query; null without project-admin in the project. */
  failing_statistics: count.nullable(),
});
export type ProjectWork = z.infer<typeof projectWorkSchema>;

/**
 * `GET /api/v1/projects/work`: the projects with work that the caller manages (data-upload, project-admin or
 * admin-view), those with most to do first: conflicts, rework, waiting tasks.
 */
export const projectsWorkSchema = z.array(projectWorkSchema);

import { PROJECT_STATUSES, PROJECT_TYPES } from '@portal/contracts/constants';
import { newProjectSchema, type Project } from '@portal/contracts/projects';
import { statusTitle } from '@portal/domain/statuses';
import { z } from 'zod';
import { projectTypeLabel } from '../project-labels';

/** The choices of the selects. */
export const STATUSES = PROJECT_STATUSES.map((value) => ({ value, label: statusTitle(value) }));
export const TYPES = PROJECT_TYPES.map((value) => ({ value, label: projectTypeLabel(value) }));

const { shape } = newProjectSchema;
const blankIsNull = (text: string): string | null => (text === '' ? null : text);

/** Reads the form as the fields of a request. */
export const projectFormSchema = z.object({
  name: z.string().pipe(shape.name),
  description: shape.description.unwrap(),
  client: shape.client.unwrap(),
  status: z.enum(PROJECT_STATUSES),
  project_type: z.enum(PROJECT_TYPES),
  turing_project_id: z
    .string()
    .trim()
    .regex(/^\d*$/, 'Must be a number')
    .transform((digits) => (digits === '' ? null : Number(digits)))
    .pipe(
      z
        .number()
        .min(1, 'must be at least 1')
        .max(Number.MAX_SAFE_INTEGER, `must be at most ${Number.MAX_SAFE_INTEGER}`)
        .nullable(),
    ),
  labeling_tool_base_path: z
    .string()
    .trim()
    .transform(blankIsNull)
    .pipe(shape.labeling_tool_base_path.unwrap()),
  claims_per_reviewer: z
    .string()
    .trim()
    .regex(/^\d+$/, 'Must be a number')
    .transform(Number)
    .pipe(shape.claims_per_reviewer.unwrap()),
  rounds_until_stuck: z
    .string()
    .trim()
    .regex(/^\d+$/, 'Must be a number')
    .transform(Number)
    .pipe(shape.rounds_until_stuck.unwrap()),
});
/** The values of the inputs. */
export type ProjectValues = z.input<typeof projectFormSchema>;
export type ProjectFields = z.output<typeof projectFormSchema>;

/** The values of the form: those of the project, or of a new one. */
export function valuesOf(project: Project | undefined): ProjectValues {
  return {
    name: project?.name ?? '',
    description: project?.description ?? '',
    client: project?.client ?? '',
    status: project?.status ?? 'unstarted',
    project_type: project?.project_type ?? 'other',
    turing_project_id: String(project?.turing_project_id ?? ''),
    labeling_tool_base_path: project?.labeling_tool_base_path ?? '',
    claims_per_reviewer: String(project?.claims_per_reviewer ?? 3),
    rounds_until_stuck: String(project?.rounds_until_stuck ?? 3),
  };
}

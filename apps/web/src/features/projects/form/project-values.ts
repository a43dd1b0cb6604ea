import { PROJECT_STATUSES, PROJECT_TYPES } from '@portal/contracts/constants';
import { newProjectSchema, type Project, type ProjectUpdate } from '@portal/contracts/projects';
import { z } from 'zod';

export const FIELD_LABELS = {
  name: 'Name',
  description: 'Description',
  client: 'Client',
  status: 'Status',
  project_type: 'Type',
  turing_project_id: 'Turing project ID',
  labeling_tool_base_path: 'Labeling tool base path',
};
export type ProjectField = keyof typeof FIELD_LABELS;

const FIELDS = Object.keys(FIELD_LABELS).filter(isProjectField);

export function isProjectField(name: string): name is ProjectField {
  return name in FIELD_LABELS;
}

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
  };
}

/** The fields that differ from the project. */
export function changesOf(before: Project, fields: ProjectFields): ProjectUpdate {
  const changed = FIELDS.filter((name) => fields[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, fields[name]]));
}

/** A message at a field: 'must not be empty' → 'Name must not be empty'. */
export function worded(field: ProjectField, message: string): string {
  return /^[a-z]/.test(message) ? `${FIELD_LABELS[field]} ${message}` : message;
}

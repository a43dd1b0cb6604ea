import { zodResolver } from '@hookform/resolvers/zod';
import { type ImportRules, REQUIRABLE_FIELDS } from '@portal/contracts/import-rules';
import type { FullProject } from '@portal/contracts/projects';
import { flushSync } from 'react-dom';
import { changedFields } from '../../../forms/conflict';
import type { FormField } from '../../../forms/field';
import { ListInput } from '../../../forms/inputs/list-input';
import { TextInput } from '../../../forms/inputs/text-input';
import { useVersionedForm } from '../../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../../forms/versioned-form-dialog';
import { formatPlainPercent } from '../../../lib/format';
import { fetchProject, useUpdateImportRules } from '../api';
import { type RulesItem, rulesItemOf } from './rules-item';
import { RULE_LABELS } from './rules-text';
import { TASK_STATUSES } from '@portal/contracts/constants';
import { TASK_FILE_LIMITS, TASK_STATUS_PATTERN } from '@portal/contracts/task-file';
import { z } from 'zod';

const FIELD_OPTIONS = REQUIRABLE_FIELDS;

const STATUS_OPTIONS = TASK_STATUSES;

const allowed = (isValid: (value: string) => boolean, message: string) =>
  z
    .array(z.string())
    .refine((values) => values.every(isValid), message)
    .transform((values) => (values.length === 0 ? null : values));

const isBatch = (text: string): boolean =>
  /^[1-9]\d{0,15}$/.test(text) && Number(text) <= TASK_FILE_LIMITS.maxId;

const percent = z
  .string()
  .trim()
  .transform((text) => text.replace(',', '.'))
  .refine(
    (text) => text === '' || (/^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100),
    'Must be a percentage from 0 to 100, with at most two decimals',
  )
  .transform((text) => (text === '' ? null : Number(text)));

/** Reads the form as import rules. */
const rulesFormSchema = z.object({
  required: z.array(z.enum(REQUIRABLE_FIELDS)),
  statuses: allowed(
    (text) => TASK_STATUS_PATTERN.test(text),
    'must be lower-case letters, digits and underscores, such as in_review',
  ),
  target_models: allowed(
    (text) => text.length <= TASK_FILE_LIMITS.maxText,
    `must have at most ${TASK_FILE_LIMITS.maxText} characters each`,
  ),
  batches: allowed(isBatch, 'must be numbers of batches').transform(
    (ids) => ids && ids.map(Number),
  ),
  max_changed_percent: percent,
  max_sent_back_percent: percent,
});

const shownPercent = (value: number | null | undefined): string => String(value ?? '');

interface RulesDialogProps {
  project: FullProject;
  onClose: () => void;
}

const resolver = zodResolver(rulesFormSchema);

/** Edits the import rules of a project. */
export default function RulesDialog({ project, onClose }: RulesDialogProps) {
  const form = useVersionedForm<RulesItem, RulesValues, ImportRules>({
    item: rulesItemOf(project),
    fields: FIELDS,
    valuesOf,
    resolver,
    changeOf: changedFields,
    fetchCurrent: async ({ id }) => rulesItemOf(await fetchProject(id)),
    update: useUpdateImportRules(),
    failed: 'Failed to update the import rules',
    // The guard of unsaved changes blocks navigation until the dialog is gone.
    onDone: () => flushSync(onClose),
  });
  const title = `Import rules of ${project.name}`;
  return <VersionedFormDialog {...{ title, form, onClose }} width={800} columns={2} />;
}

const showList = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? value.join(', ') : 'Any';
const showFields = (value: unknown): string =>
  Array.isArray(value) && value.length > 0 ? value.join(', ') : 'None';
const showPercent = (value: unknown): string =>
  typeof value === 'number' ? formatPlainPercent(value) : 'No limit';

const FIELDS: readonly FormField<keyof RulesValues>[] = [
  {
    name: 'required',
    label: RULE_LABELS.required,
    hint: 'If a row leaves out a field, the stored value of the task is checked.',
    wide: true,
    input: (props) => <ListInput {...props} options={FIELD_OPTIONS} />,
    show: showFields,
  },
  {
    name: 'statuses',
    label: RULE_LABELS.statuses,
    hint: 'Empty: any status',
    wide: true,
    input: (props) => <ListInput {...props} options={STATUS_OPTIONS} isOpen />,
    show: showList,
  },
  {
    name: 'target_models',
    label: RULE_LABELS.target_models,
    hint: 'Empty: any model',
    input: (props) => <ListInput {...props} options={null} />,
    show: showList,
  },
  {
    name: 'batches',
    label: RULE_LABELS.batches,
    hint: 'Their numbers in the files. Empty: any batch, new ones too',
    input: (props) => <ListInput {...props} options={null} />,
    show: showList,
  },
  {
    name: 'max_changed_percent',
    label: 'Tasks that a file changes, at most (%)',
    hint: 'Percent of the tasks of the project. A file that changes more waits until somebody confirms it. Empty: no limit',
    input: (props) => <TextInput {...props} maxLength={6} inputMode="decimal" />,
    show: showPercent,
  },
  {
    name: 'max_sent_back_percent',
    label: 'Tasks that a file sends back, at most (%)',
    hint: 'From completed, reviewed or delivered to another status. Empty: no limit',
    input: (props) => <TextInput {...props} maxLength={6} inputMode="decimal" />,
    show: showPercent,
  },
];

/** The values of the inputs. */
type RulesValues = z.input<typeof rulesFormSchema>;

function valuesOf(item: RulesItem | undefined): RulesValues {
  return {
    required: item?.required ?? [],
    statuses: item?.statuses ?? [],
    target_models: item?.target_models ?? [],
    batches: item?.batches?.map(String) ?? [],
    max_changed_percent: shownPercent(item?.max_changed_percent),
    max_sent_back_percent: shownPercent(item?.max_sent_back_percent),
  };
}

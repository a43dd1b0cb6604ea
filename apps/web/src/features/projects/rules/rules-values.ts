import { TASK_STATUSES } from '@portal/contracts/constants';
import { REQUIRABLE_FIELDS } from '@portal/contracts/import-rules';
import { TASK_FILE_LIMITS, TASK_STATUS_PATTERN } from '@portal/contracts/task-file';
import { z } from 'zod';
import type { RulesItem } from './rules-item';

export const FIELD_OPTIONS = REQUIRABLE_FIELDS;
export const STATUS_OPTIONS = TASK_STATUSES;

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
export const rulesFormSchema = z.object({
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
/** The values of the inputs. */
export type RulesValues = z.input<typeof rulesFormSchema>;

const shownPercent = (value: number | null | undefined): string => String(value ?? '');

export function valuesOf(item: RulesItem | undefined): RulesValues {
  return {
    required: item?.required ?? [],
    statuses: item?.statuses ?? [],
    target_models: item?.target_models ?? [],
    batches: item?.batches?.map(String) ?? [],
    max_changed_percent: shownPercent(item?.max_changed_percent),
    max_sent_back_percent: shownPercent(item?.max_sent_back_percent),
  };
}

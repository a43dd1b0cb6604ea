import { DAILY_TARGET_RANGE, weeklyTargetInputSchema } from '@portal/contracts/pod-lists';
import { daySchema } from '@portal/contracts/scalars';
import { z } from 'zod';
import { changedFields, type Fields } from '../../../forms/conflict';
import type { FormField } from '../../../forms/field';
import type { InputProps } from '../../../forms/inputs/input-props';
import { SwitchInput } from '../../../forms/inputs/switch-input';
import { TextInput } from '../../../forms/inputs/text-input';
import { plainText } from '../../../lib/plain-text';
import type { Target, TargetValues } from '../api';
import { formatWeek, sundayOf } from '../week/weeks';

/** The texts of the fields. */
export interface TargetTexts {
  week_start_date: string;
  daily_tasks_target: string;
  daily_turns_target: string;
  /** Empty for each trainer. */
  user_email: string;
  repeats: boolean;
}

/** Checks the texts as the server checks the values. */
export const targetFormSchema = z.preprocess(
  ({ daily_tasks_target, daily_turns_target, user_email, ...texts }: TargetTexts): unknown => ({
    ...texts,
    daily_tasks_target: numberOf(daily_tasks_target),
    daily_turns_target: numberOf(daily_turns_target),
    user_email: user_email === '' ? null : user_email,
  }),
  weeklyTargetInputSchema.pick({ week_start_date: true }).extend({
    daily_tasks_target: targetField('Daily tasks'),
    daily_turns_target: targetField('Daily turns'),
    user_email: z.string().nullable(),
    repeats: z.boolean(),
  }),
);

export function textsOf(values: TargetValues): TargetTexts {
  return {
    week_start_date: values.week_start_date,
    daily_tasks_target: String(values.daily_tasks_target),
    daily_turns_target: String(values.daily_turns_target),
    user_email: values.user_email ?? '',
    repeats: values.repeats,
  };
}

export const WEEK: FormField<keyof TargetTexts> = {
  name: 'week_start_date',
  label: 'Week',
  hint: 'Monday to Sunday',
  covers: ['week_end_date'],
  show: (monday) => formatWeek(daySchema.parse(monday)),
};

export const NUMBERS: readonly FormField<keyof TargetTexts>[] = [
  { name: 'daily_tasks_target', label: 'Daily tasks', required: true, input: numberInput },
  { name: 'daily_turns_target', label: 'Daily turns', required: true, input: numberInput },
];

export const FOR: FormField<keyof TargetTexts> = {
  name: 'user_email',
  label: 'For',
  show: (email) => (email === null ? EACH_TRAINER : plainText(email)),
};
export const EACH_TRAINER = 'Each trainer';

export const REPEATS: FormField<keyof TargetTexts> = {
  name: 'repeats',
  label: 'Repeats until changed',
  hint: 'In each week from this one on, until another target begins',
  input: SwitchInput,
};

function numberInput(props: InputProps) {
  return <TextInput {...props} inputMode="numeric" />;
}

/** The changed fields. A target of one week that moves ends on the Sunday of its new week. */
export function changesOf(before: Target, values: TargetValues): Fields {
  const changed = changedFields(before, { ...values });
  if (!('week_start_date' in changed) || values.repeats) return changed;
  return { ...changed, week_end_date: sundayOf(values.week_start_date) };
}

/** An empty text is no number. */
function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function targetField(name: string) {
  const stored = weeklyTargetInputSchema.shape.daily_tasks_target;
  return z
    .number({
      error: ({ input }) => (input === undefined ? `${name} is required` : 'Must be a number'),
    })
    .refine((value) => stored.safeParse(value).success, DAILY_TARGET_RANGE.replace(/^m/, 'M'));
}

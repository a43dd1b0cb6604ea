import { MAX_DAILY_TARGET, weeklyTargetInputSchema } from '@portal/contracts/pod-records';
import { z } from 'zod';
import { formatCount } from '../../../lib/format';
import type { TargetValues } from '../requests/save-target';

/** The texts of the fields. */
export interface TargetTexts {
  week_start_date: string;
  daily_tasks_target: string;
  daily_turns_target: string;
}

/** Checks the texts as the server checks the values. */
export const targetFormSchema = z.preprocess(
  ({ week_start_date, daily_tasks_target, daily_turns_target }: TargetTexts): unknown => ({
    week_start_date,
    daily_tasks_target: numberOf(daily_tasks_target),
    daily_turns_target: numberOf(daily_turns_target),
  }),
  weeklyTargetInputSchema.pick({ week_start_date: true }).extend({
    daily_tasks_target: targetField('Daily tasks'),
    daily_turns_target: targetField('Daily turns'),
  }),
);

export function textsOf(values: TargetValues): TargetTexts {
  return {
    week_start_date: values.week_start_date,
    daily_tasks_target: String(values.daily_tasks_target),
    daily_turns_target: String(values.daily_turns_target),
  };
}

const FIELDS: Readonly<Record<string, keyof TargetTexts>> = {
  '/week_start_date': 'week_start_date',
  '/week_end_date': 'week_start_date',
  '/daily_tasks_target': 'daily_tasks_target',
  '/daily_turns_target': 'daily_turns_target',
};

/** The field of the form that a JSON pointer of the server names. */
export function fieldOf(pointer: string): keyof TargetTexts | undefined {
  return FIELDS[pointer];
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
    .refine(
      (value) => stored.safeParse(value).success,
      `Must be a whole number from 1 to ${formatCount(MAX_DAILY_TARGET)}`,
    );
}

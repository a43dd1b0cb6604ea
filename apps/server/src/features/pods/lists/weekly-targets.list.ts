import { REPEATS_UNTIL, weeklyTargetInputSchema } from '@portal/contracts/pod-lists';
import { daySchema } from '@portal/contracts/scalars';
import type { ProblemItem } from '@portal/contracts/problem';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { PodWeeklyTarget } from '@portal/persistence/entities/pod-weekly-target';
import { isPodMember } from '@portal/persistence/pods/pods';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { z } from 'zod';
import type { DeclaredList } from '../../../lists/declare/declared-list.js';
import type { Row } from '../../../db/row.js';
import { ProblemException } from '../../../problems/problem.js';
import { POD_NAME, POD_RELATION } from './pod-relation.js';

export const POD_WEEKLY_TARGETS: DeclaredList = {
  base: 'pod-weekly-targets',
  label: 'Weekly target',
  labelPlural: 'Weekly targets',
  entity: PodWeeklyTarget,
  input: weeklyTargetInputSchema,
  fields: {
    pod_name: POD_NAME,
    user_email: {
      label: 'Only for',
      references: { base: 'auth/users', field: 'email', labelField: 'email' },
    },
    repeats: { label: 'Repeats until changed' },
  },
  relations: { pod: POD_RELATION },
  rules: {
    complete: (values) => ({ week_end_date: endOf(values), ...values }),
    amend,
    check,
    admit: refuseStrangers,
  },
  constraints: {
    pod_weekly_target_no_overlap: {
      field: 'week_start_date',
      detail: 'is in a week for which this pod already has a target',
    },
    pod_weekly_target_repeats: {
      field: 'week_start_date',
      detail: 'is the start of another target of this pod that repeats',
    },
  },
  policy: ITEM_POLICIES.podTargets,
  alsoReads: ['app_user'],
};

const weekSchema = z.object({
  week_start_date: daySchema,
  week_end_date: daySchema,
  repeats: z.boolean(),
});

/** The last day of a target that has none of its own. */
function endOf({ week_start_date: start, repeats }: Row): string {
  if (repeats === true) return REPEATS_UNTIL;
  const day = new Date(`${daySchema.parse(start)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 6);
  return day.toISOString().slice(0, 10);
}

/** A target that repeats, or no longer does, gets another end. */
function amend(values: Row, stored: Row): Row {
  const { repeats } = values;
  if (repeats === undefined || repeats === stored['repeats']) return values;
  return { week_end_date: endOf({ ...stored, ...values }), ...values };
}

function check(item: Row): ProblemItem[] {
  const {
    week_start_date: start,
    week_end_date: end,
    repeats,
  } = weekSchema.parse({
    ...{ repeats: false },
    ...item,
  });
  const detail =
    repeats && end !== REPEATS_UNTIL
      ? 'must be left out: the target repeats until another one begins'
      : end <= start && 'must come after the start of the week';
  return detail === false ? [] : [{ pointer: '/week_end_date', detail }];
}

const memberSchema = z.object({ podName: z.string(), email: z.string() });

/** A target of one user is that of a member. */
async function refuseStrangers(
  _caller: Caller,
  values: Row,
  stored: Row | null,
  tx: Transaction,
): Promise<void> {
  const { pod_name: podName, user_email: email } = { ...stored, ...values };
  if (email === null || email === undefined) return;
  if (values['user_email'] === undefined && values['pod_name'] === undefined) return;
  if (await isPodMember(tx, memberSchema.parse({ podName, email }))) return;
  throw new ProblemException('invalid-input', 'The body is not valid', [
    { pointer: '/user_email', detail: 'is not a member of this pod' },
  ]);
}

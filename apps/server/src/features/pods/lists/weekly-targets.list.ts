import { weeklyTargetInputSchema } from '@portal/contracts/pod-records';
import { daySchema } from '@portal/contracts/scalars';
import { PodWeeklyTarget } from '@portal/persistence/entities/pod-weekly-target';
import { RECORD_POLICIES } from '@portal/persistence/visibility/records';
import { z } from 'zod';
import type { DeclaredList } from '../../../lists/declare/declared-list.js';
import type { Row } from '../../../db/row.js';
import { POD_NAME, POD_RELATION } from './pod-relation.js';

export const POD_WEEKLY_TARGETS: DeclaredList = {
  base: 'pod-weekly-targets',
  label: 'Weekly target',
  labelPlural: 'Weekly targets',
  entity: PodWeeklyTarget,
  input: weeklyTargetInputSchema,
  fields: { pod_name: POD_NAME },
  relations: { pod: POD_RELATION },
  rules: {
    complete: (values) => ({ week_end_date: sundayOf(values), ...values }),
    check: (item) =>
      endsAfterStart(item)
        ? []
        : [{ pointer: '/week_end_date', detail: 'must come after the start of the week' }],
  },
  constraints: {
    pod_weekly_target_no_overlap: {
      field: 'week_start_date',
      detail: 'is in a week for which this pod already has a target',
    },
  },
  policy: RECORD_POLICIES.podTargets,
};

const startSchema = z.object({ week_start_date: daySchema });
const weekSchema = startSchema.extend({ week_end_date: daySchema });

function sundayOf(values: Row): string {
  const day = new Date(`${startSchema.parse(values).week_start_date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 6);
  return day.toISOString().slice(0, 10);
}

function endsAfterStart(item: Row): boolean {
  const { week_start_date, week_end_date } = weekSchema.parse(item);
  return week_end_date > week_start_date;
}

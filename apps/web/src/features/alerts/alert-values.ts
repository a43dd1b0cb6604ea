import {
  type Alert,
  type AlertCondition,
  type AlertTake,
  newAlertSchema,
} from '@portal/contracts/alerts';
import { z } from 'zod';

/** The values of the form. Fields without a value are empty texts, ids are digits. */
export interface AlertValues {
  name: string;
  /** `stat:7` or `number:rework_rate`. */
  stat_id: string;
  take: AlertTake;
  column_name: string;
  key_column: string;
  days: string;
  condition: AlertCondition;
  limit_value: string;
  fires_after: string;
  recovers_after: string;
  user_ids: string[];
  role_ids: string[];
  pod_ids: string[];
  is_active: boolean;
}

/** Fields that a choice does not need are sent as null. */
export const alertFormSchema = z.preprocess((values: AlertValues): unknown => {
  const [of, what = ''] = values.stat_id.split(':');
  const isStat = of === 'stat';
  return {
    ...values,
    stat_id: isStat ? Number(what) : null,
    number: of === 'number' ? what : null,
    take: isStat ? values.take : 'value',
    column_name: isStat && values.take !== 'rows' ? textOf(values.column_name) : null,
    key_column: isStat && values.condition !== 'no_rows' ? textOf(values.key_column) : null,
    days: what === 'waiting_reviews' ? numberOf(values.days) : null,
    limit_value: values.condition === 'no_rows' ? null : numberOf(values.limit_value),
    fires_after: values.condition === 'changed_by' ? 1 : Number(values.fires_after || NaN),
    recovers_after: Number(values.recovers_after || NaN),
    user_ids: values.user_ids.map(Number),
    role_ids: values.role_ids.map(Number),
    pod_ids: values.pod_ids.map(Number),
  };
}, newAlertSchema);

const textOf = (text: string): string | null => (text.trim() === '' ? null : text);
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const NEW: AlertValues = {
  ...{ name: '', stat_id: '', take: 'value', column_name: '', key_column: '', days: '' },
  ...{ condition: 'above', limit_value: '', fires_after: '1', recovers_after: '1' },
  ...{ user_ids: [], role_ids: [], pod_ids: [], is_active: true },
};

export function valuesOf(alert: Alert | undefined): AlertValues {
  if (!alert) return NEW;
  return {
    name: alert.name,
    stat_id: sourceOf(alert),
    take: alert.take,
    column_name: alert.column_name ?? '',
    key_column: alert.key_column ?? '',
    days: alert.days === null ? '' : String(alert.days),
    condition: alert.condition,
    limit_value: alert.limit_value === null ? '' : String(alert.limit_value),
    fires_after: String(alert.fires_after),
    recovers_after: String(alert.recovers_after),
    user_ids: alert.user_ids.map(String),
    role_ids: alert.role_ids.map(String),
    pod_ids: alert.pod_ids.map(String),
    is_active: alert.is_active,
  };
}

function sourceOf({ stat_id, number }: Alert): string {
  if (number !== null) return `number:${number}`;
  return stat_id === null ? '' : `stat:${stat_id}`;
}

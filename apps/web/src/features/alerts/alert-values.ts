import {
  type Alert,
  type AlertCondition,
  type AlertTake,
  newAlertSchema,
} from '@portal/contracts/alerts';
import type { CustomStatResult } from '@portal/contracts/custom-stats';
import { isNumeric } from '@portal/domain/numeric-types';
import { STAT_PARAMETERS } from '@portal/contracts/constants';
import { z } from 'zod';
import {
  FILTER_PARAMS,
  filtersOf,
  type ProjectFilters,
  stateOf,
} from '../../entities/batches/filters';
import { filtersOfValues, valuesFor } from '../../entities/batches/parameters';
import { readUrl, writeUrl } from '../../lib/url-state';

/** The values of the form. Fields without a value are empty texts, ids are digits. */
export interface AlertValues {
  name: string;
  /** `stat:7` or `number:rework_rate`. */
  stat_id: string;
  take: AlertTake;
  column_name: string;
  key_column: string;
  /** As in the URL of the page of statistics: `start_date=2026-01-05&batch_ids=2`. */
  parameters: string;
  days: string;
  condition: AlertCondition;
  limit_value: string;
  fires_after: string;
  recovers_after: string;
  user_ids: string[];
  role_ids: string[];
  pod_ids: string[];
  slack_channel: string;
  is_active: boolean;
}

type Columns = CustomStatResult['columns'];

/** Fields that a choice does not need are sent as null. */
const fieldsSchema = z.preprocess((values: AlertValues): unknown => {
  const [of, what = ''] = values.stat_id.split(':');
  const isStat = of === 'stat';
  return {
    ...values,
    stat_id: isStat ? Number(what) : null,
    number: of === 'number' ? what : null,
    take: isStat ? values.take : 'value',
    column_name: isStat && values.take !== 'rows' ? textOf(values.column_name) : null,
    key_column: isStat && values.condition !== 'no_rows' ? textOf(values.key_column) : null,
    parameters: isStat ? valuesFor(STAT_PARAMETERS, filtersIn(values.parameters), undefined) : {},
    days: what === 'waiting_reviews' ? numberOf(values.days) : null,
    limit_value: values.condition === 'no_rows' ? null : numberOf(values.limit_value),
    fires_after: values.condition === 'changed_by' ? 1 : Number(values.fires_after || NaN),
    recovers_after: Number(values.recovers_after || NaN),
    user_ids: values.user_ids.map(Number),
    role_ids: values.role_ids.map(Number),
    pod_ids: values.pod_ids.map(Number),
    slack_channel: textOf(values.slack_channel),
  };
}, newAlertSchema);

/** @param columnsOf those of the result of a statistic; undefined if they are not known */
export function alertFormSchema(columnsOf: (statId: number) => Columns | undefined) {
  return fieldsSchema.superRefine((alert, context) => {
    const columns = alert.stat_id === null ? undefined : columnsOf(alert.stat_id);
    if (!columns) return;
    for (const field of ['column_name', 'key_column'] as const) {
      const message = columnProblem(columns, alert[field], field === 'column_name');
      if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message });
    }
  });
}

/** As an evaluation would find it. */
function columnProblem(
  columns: Columns,
  name: string | null,
  needsNumbers: boolean,
): string | undefined {
  if (name === null) return undefined;
  const [found, ...others] = columns.filter((column) => column.name === name);
  if (!found) return 'is not in the result of the statistic';
  if (others.length > 0) return 'is the name of several columns of the statistic';
  return needsNumbers && !isNumeric(found.type) ? 'has no numbers' : undefined;
}

const textOf = (text: string): string | null => (text.trim() === '' ? null : text);
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const NEW: AlertValues = {
  ...{ name: '', stat_id: '', take: 'value', column_name: '', key_column: '', days: '' },
  parameters: '',
  ...{ condition: 'above', limit_value: '', fires_after: '1', recovers_after: '1' },
  ...{ user_ids: [], role_ids: [], pod_ids: [], slack_channel: '', is_active: true },
};

/** The filters of the field `parameters`. */
export function filtersIn(text: string): ProjectFilters {
  return filtersOf(readUrl(FILTER_PARAMS, new URLSearchParams(text)));
}

/** The filters as the field `parameters` has them. */
export function textOfFilters(filters: ProjectFilters): string {
  return writeUrl(FILTER_PARAMS, new URLSearchParams(), stateOf(filters)).toString();
}

/** @param statId what a new alert looks at */
export function valuesOf(alert: Alert | undefined, statId?: number): AlertValues {
  if (!alert) return statId === undefined ? NEW : { ...NEW, stat_id: `stat:${statId}` };
  return {
    name: alert.name,
    stat_id: sourceOf(alert),
    take: alert.take,
    column_name: alert.column_name ?? '',
    key_column: alert.key_column ?? '',
    parameters: textOfFilters(filtersOfValues(alert.parameters)),
    days: alert.days === null ? '' : String(alert.days),
    condition: alert.condition,
    limit_value: alert.limit_value === null ? '' : String(alert.limit_value),
    fires_after: String(alert.fires_after),
    recovers_after: String(alert.recovers_after),
    user_ids: alert.user_ids.map(String),
    role_ids: alert.role_ids.map(String),
    pod_ids: alert.pod_ids.map(String),
    slack_channel: alert.slack_channel ?? '',
    is_active: alert.is_active,
  };
}

function sourceOf({ stat_id, number }: Alert): string {
  if (number !== null) return `number:${number}`;
  return stat_id === null ? '' : `stat:${stat_id}`;
}

import {
  type Alert,
  type AlertNumber,
  alertSchema,
  type AlertStateName,
  type HistoryState,
} from '@portal/contracts/alerts';
import { STAT_PARAMETERS } from '@portal/contracts/constants';
import { filtersOfValues, valuesText } from '../../entities/batches/parameters';

export const NUMBER_WORDS: Readonly<Record<AlertNumber, string>> = {
  rework_rate: 'Rework rate (%)',
  first_look: 'First-look acceptance of the last 30 days (%)',
  review_coverage: 'Review coverage (%)',
  waiting_reviews: 'Tasks that wait for a review',
  pods_behind: 'Trainers behind what is due by pod',
  no_import: 'Hours since the last import',
};

export const STATE_WORDS: Readonly<Record<AlertStateName | HistoryState, string>> = {
  ok: 'OK',
  pending: 'Pending',
  firing: 'Firing',
  recovering: 'Recovering',
  no_data: 'No data',
  failing: 'Failing',
  suspended: 'Suspended',
  not_evaluated: 'Not evaluated yet',
  reset: 'Begun anew',
};

/** CSS colours of the theme; the words say the same. */
export const STATE_COLORS: Readonly<Record<AlertStateName | HistoryState, string>> = {
  ok: 'var(--portal-palette-success-main)',
  pending: 'var(--portal-palette-warning-main)',
  firing: 'var(--portal-palette-error-main)',
  recovering: 'var(--portal-palette-warning-main)',
  no_data: 'var(--portal-palette-text-secondary)',
  failing: 'var(--portal-palette-error-main)',
  suspended: 'var(--portal-palette-error-main)',
  not_evaluated: 'var(--portal-palette-text-secondary)',
  reset: 'var(--portal-palette-text-secondary)',
};

const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 });

/** A value as people read it: 31.123456789 → '31.1235' */
export function valueWords(value: number): string {
  return number.format(value);
}

/** What an alert looks at and when it fires, as a sentence. */
export function ruleWords(alert: Alert): string {
  return `${subjectOf(alert)} ${conditionOf(alert)}${timesOf(alert)}`;
}

/** The values of the parameters of an alert: 'Nov 17 – 24, 2026, 3 batches'; empty without one. */
export function parametersWords(values: unknown): string {
  const { data = {} } = alertSchema.shape.parameters.safeParse(values);
  return valuesText(STAT_PARAMETERS, filtersOfValues(data), undefined);
}

function subjectOf(alert: Alert): string {
  const { number, take, column_name: column, key_column: key, days } = alert;
  if (number !== null) {
    const words = NUMBER_WORDS[number];
    return days === null ? words : `${words} for more than ${days} days`;
  }
  const filtered = parametersWords(alert.parameters);
  const what = {
    value: column ?? '',
    sum: `Sum of ${column ?? ''}`,
    rows: 'Number of rows',
  }[take];
  return `${what}${key === null ? '' : ` by ${key}`} of ${alert.stat_name ?? 'a deleted statistic'}${filtered === '' ? '' : ` (${filtered})`}`;
}

function conditionOf({ condition, limit_value: limit }: Alert): string {
  switch (condition) {
    case 'above':
      return `is above ${limit ?? ''}`;
    case 'below':
      return `is below ${limit ?? ''}`;
    case 'changed_by':
      return `changes by at least ${limit ?? ''}%`;
    case 'no_rows':
      return 'is 0';
  }
}

function timesOf({ fires_after: fires, recovers_after: recovers }: Alert): string {
  const parts = [
    fires > 1 && `fires after ${fires} evaluations`,
    recovers > 1 && `recovers after ${recovers}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

import { type CustomStat, newCustomStatSchema } from '@portal/contracts/custom-stats';
import { z } from 'zod';
import type { Example } from '../examples/examples-dialog';

type ChartType = CustomStat['default_chart_type'];

/** The values of the form. Fields without a value are empty texts. */
export interface StatValues {
  name: string;
  description: string;
  sql_query: string;
  supported_chart_types: ChartType[];
  default_chart_type: ChartType | '';
  enable_aggregation: boolean;
  aggregation_column: string;
  aggregation_method: CustomStat['aggregation_method'];
  /** Digits. */
  display_order: string;
  is_active: boolean;
  audience: CustomStat['audience'];
}

/** Checks the values as the server does. */
export const statFormSchema = z.preprocess(
  (values: StatValues): unknown => ({
    ...values,
    display_order: values.display_order === '' ? NaN : Number(values.display_order),
  }),
  newCustomStatSchema,
);

const NEW: StatValues = {
  name: '',
  description: '',
  sql_query: '',
  supported_chart_types: ['table'],
  default_chart_type: 'table',
  enable_aggregation: false,
  aggregation_column: '',
  aggregation_method: 'sum',
  display_order: '0',
  is_active: true,
  audience: 'members',
};

/**
 * The values of a stored statistic, of an example, or of a new statistic.
 * @param place display order of a new one
 */
export function valuesOf(
  stat: CustomStat | undefined,
  example: Example | undefined,
  place = 0,
): StatValues {
  if (stat) {
    return {
      name: stat.name,
      description: stat.description ?? '',
      sql_query: stat.sql_query ?? '',
      supported_chart_types: stat.supported_chart_types,
      default_chart_type: stat.default_chart_type,
      enable_aggregation: stat.enable_aggregation,
      aggregation_column: stat.aggregation_column ?? '',
      aggregation_method: stat.aggregation_method,
      display_order: String(stat.display_order),
      is_active: stat.is_active,
      audience: stat.audience,
    };
  }
  const created = { ...NEW, display_order: String(place) };
  if (!example) return created;
  return {
    ...created,
    name: example.name,
    description: example.description,
    sql_query: example.sql_query,
    supported_chart_types: example.supported_chart_types,
    default_chart_type: example.default_chart_type,
    enable_aggregation: example.aggregation_column !== null,
    aggregation_column: example.aggregation_column ?? '',
    audience: example.audience,
  };
}

/** The values of a new statistic that copies a stored one; it comes right after it. */
export function copyValuesOf(stat: CustomStat): StatValues {
  return { ...valuesOf(stat, undefined), name: `${stat.name} (copy)` };
}

import Box from '@mui/material/Box';
import { CHART_TYPES, STAT_AUDIENCES } from '@portal/contracts/constants';
import { labelIn, type FormField } from '../../../forms/conflict';
import { audienceLabel, chartTypeLabel } from './labels';
import type { StatValues } from './stat-values';

const TYPES = CHART_TYPES.map((value) => ({ value, label: chartTypeLabel(value) }));
const AUDIENCES = STAT_AUDIENCES.map((value) => ({ value, label: audienceLabel(value) }));
const yesOrNo = (value: unknown) => (value === true ? 'Yes' : 'No');

/** The fields of a statistic, as users see them. */
export const STAT_FIELDS: readonly FormField<keyof StatValues>[] = [
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'Description' },
  {
    name: 'sql_query',
    label: 'SQL query',
    show: (sql, other) => <Sql text={String(sql)} other={String(other)} />,
  },
  {
    name: 'supported_chart_types',
    label: 'Supported chart types',
    show: (types) => [types].flat().map(labelIn(TYPES)).join(', '),
  },
  { name: 'default_chart_type', label: 'Default chart type', show: labelIn(TYPES) },
  { name: 'enable_aggregation', label: 'Enable aggregation', show: yesOrNo },
  { name: 'aggregation_column', label: 'Aggregation column' },
  { name: 'aggregation_method', label: 'Aggregation method' },
  { name: 'display_order', label: 'Display order' },
  { name: 'is_active', label: 'Active', show: yesOrNo },
  { name: 'audience', label: 'Shown to', show: labelIn(AUDIENCES) },
];

/** A query whose lines are marked where the other one does not have them. */
function Sql({ text, other }: { text: string; other: string }) {
  const known = new Set(other.split('\n'));
  return (
    <Box
      component="pre"
      sx={{
        m: 0,
        mt: 0.5,
        p: 1,
        maxHeight: 260,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        typography: 'body2',
        fontFamily: 'monospace',
        whiteSpace: 'pre-wrap',
      }}
    >
      {text.split('\n').map((line, at) => (
        <Box
          key={at}
          component={known.has(line) ? 'span' : 'mark'}
          sx={{
            display: 'block',
            minHeight: '1lh',
            color: 'inherit',
            bgcolor: known.has(line) ? 'transparent' : 'action.selected',
          }}
        >
          {line}
        </Box>
      ))}
    </Box>
  );
}

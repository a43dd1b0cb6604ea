import Box from '@mui/material/Box';
import { useWatch } from 'react-hook-form';
import { FormInput } from '../../../forms/form-input';
import { STAT_FIELDS } from './stat-fields';
import type { StatValues } from './stat-values';

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 2.5,
  alignItems: 'start',
} as const;

/** Everything but the query. */
export function SettingsPart() {
  const aggregates = useWatch<StatValues, 'enable_aggregation'>({ name: 'enable_aggregation' });
  const hidden: readonly string[] = aggregates
    ? ['sql_query']
    : ['sql_query', 'aggregation_column', 'aggregation_method'];
  return (
    <Box sx={GRID}>
      {STAT_FIELDS.filter(({ name }) => !hidden.includes(name)).map((field) => (
        <FormInput key={field.name} field={field} />
      ))}
    </Box>
  );
}

import { FormHelperText, FormLabel } from '@mui/material';
import type { StatParameter } from '@portal/contracts/constants';
import { ParameterFilters } from '../../entities/batches/parameter-filters';
import { usesBatches } from '../../entities/batches/parameters';
import { useBatches } from '../../entities/batches/use-batches';
import { type InputProps, textOf } from '../../forms/inputs/input-props';
import { useProjectUpdates } from '../../live/live-query';
import { filtersIn, textOfFilters } from './alert-values';

interface ParametersInputProps extends InputProps {
  projectId: number;
  /** Of the statistic that the alert looks at. */
  parameters: readonly StatParameter[];
}

/** The values that the statistic is run with, always the same. */
export function ParametersInput(props: ParametersInputProps) {
  const { projectId, parameters, label, value, onChange, hint, error } = props;
  const batches = useBatches(projectId, useProjectUpdates(projectId), usesBatches(parameters));
  const filters = filtersIn(textOf(value));
  return (
    <section aria-label={label}>
      <FormLabel error={error !== undefined}>{label}</FormLabel>
      <ParameterFilters
        parameters={parameters}
        batches={batches.isPending ? undefined : (batches.data?.batches ?? [])}
        filters={filters}
        onChange={(change) => onChange(textOfFilters({ ...filters, ...change }))}
      />
      <FormHelperText error={error !== undefined}>{error ?? hint}</FormHelperText>
    </section>
  );
}

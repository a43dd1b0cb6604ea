import { FormHelperText, FormLabel, Autocomplete, TextField } from '@mui/material';
import type { StatParameter } from '@portal/contracts/constants';
import { ParameterFilters } from '../../entities/batches/parameter-filters';
import { usesBatches } from '../../entities/batches/parameters';
import { useBatches } from '../../entities/batches/use-batches';
import { type InputProps, textOf, lookOf } from '../../forms/inputs/input-props';
import { useProjectUpdates } from '../../live/live-query';
import { filtersIn, textOfFilters } from './alert-values';
import { isNumeric } from '@portal/domain/numeric-types';
import type { StatColumns } from './api';

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

interface ColumnInputProps extends InputProps {
  columns: StatColumns;
  /** Offers columns with numbers alone. */
  numeric: boolean;
}

/** A column of the result of a statistic, chosen or typed. */
export function ColumnInput({ columns: { data, isFailed }, numeric, ...props }: ColumnInputProps) {
  const value = textOf(props.value);
  const offered = (data ?? []).filter(({ type }) => !numeric || isNumeric(type));
  const hint = isFailed ? 'The statistic cannot be read now: type the name' : props.hint;
  return (
    <Autocomplete
      freeSolo
      options={[...new Set(offered.map(({ name }) => name))]}
      value={value}
      inputValue={value}
      onInputChange={(_, next) => {
        if (next !== value) props.onChange(next);
      }}
      renderInput={(params) => <TextField {...params} {...lookOf({ ...props, hint })} />}
    />
  );
}

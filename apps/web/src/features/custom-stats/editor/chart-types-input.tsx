import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
} from '@mui/material';
import { CHART_TYPES } from '@portal/contracts/constants';
import { useFormContext } from 'react-hook-form';
import { type InputProps, listOf } from '../../../forms/inputs/input-props';
import { chartTypeLabel } from './labels';
import type { StatValues } from './stat-values';

/** The supported chart types. Without its type the default is empty and must be chosen again. */
export function ChartTypesInput({ label, value, onChange, onBlur, inputRef, error }: InputProps) {
  const { getValues, setValue, formState } = useFormContext<StatValues>();
  const chosen = listOf(value);

  function toggle(type: (typeof CHART_TYPES)[number], checked: boolean): void {
    onChange(CHART_TYPES.filter((one) => (one === type ? checked : chosen.includes(one))));
    if (!checked && getValues('default_chart_type') === type) {
      setValue('default_chart_type', '', {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
    }
  }

  return (
    <FormControl component="fieldset" error={error !== undefined} {...(onBlur && { onBlur })}>
      <FormLabel component="legend" required sx={{ typography: 'caption' }}>
        {label}
      </FormLabel>
      <FormGroup row>
        {CHART_TYPES.map((type, index) => (
          <FormControlLabel
            key={type}
            label={chartTypeLabel(type)}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(type)}
                onChange={(_, checked) => toggle(type, checked)}
                slotProps={index === 0 && inputRef ? { input: { ref: inputRef } } : {}}
              />
            }
          />
        ))}
      </FormGroup>
      {error !== undefined && <FormHelperText>{error}</FormHelperText>}
    </FormControl>
  );
}

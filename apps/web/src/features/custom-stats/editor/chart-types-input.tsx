import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { CHART_TYPES } from '@portal/contracts/constants';
import { useController, useFormContext } from 'react-hook-form';
import { chartTypeLabel } from './labels';
import type { StatValues } from './stat-values';

/** The supported chart types. Without its type the default is empty and must be chosen again. */
export function ChartTypesInput() {
  const { control, getValues, setValue, formState } = useFormContext<StatValues>();
  const { field, fieldState } = useController({ control, name: 'supported_chart_types' });

  function toggle(type: StatValues['supported_chart_types'][number], checked: boolean): void {
    const next = CHART_TYPES.filter((one) => (one === type ? checked : field.value.includes(one)));
    field.onChange(next);
    if (!checked && getValues('default_chart_type') === type) {
      setValue('default_chart_type', '', {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
    }
  }

  return (
    <FormControl component="fieldset" error={fieldState.invalid} onBlur={field.onBlur}>
      <FormLabel component="legend" required sx={{ typography: 'caption' }}>
        Supported chart types
      </FormLabel>
      <FormGroup row>
        {CHART_TYPES.map((type, index) => (
          <FormControlLabel
            key={type}
            label={chartTypeLabel(type)}
            control={
              <Checkbox
                size="small"
                checked={field.value.includes(type)}
                onChange={(_, checked) => toggle(type, checked)}
                slotProps={index === 0 ? { input: { ref: field.ref } } : {}}
              />
            }
          />
        ))}
      </FormGroup>
      {fieldState.error && <FormHelperText>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}

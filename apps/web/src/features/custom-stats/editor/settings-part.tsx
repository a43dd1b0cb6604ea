import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { AGGREGATION_METHODS, STAT_AUDIENCES } from '@portal/contracts/constants';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { ChartTypesInput } from './chart-types-input';
import { audienceLabel, chartTypeLabel } from './labels';
import type { StatValues } from './stat-values';

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 2.5,
  alignItems: 'start',
} as const;

/** Everything but the query. */
export function SettingsPart() {
  const { control, register, formState } = useFormContext<StatValues>();
  const { errors } = formState;
  const supported = useWatch({ control, name: 'supported_chart_types' });
  const aggregates = useWatch({ control, name: 'enable_aggregation' });
  const order = register('display_order', { valueAsNumber: true });
  return (
    <Box sx={GRID}>
      <TextField
        label="Name"
        required
        fullWidth
        {...inputOf(register('name'))}
        error={errors.name !== undefined}
        helperText={errors.name?.message ?? ' '}
      />
      <TextField
        label="Description"
        fullWidth
        {...inputOf(register('description'))}
        error={errors.description !== undefined}
        helperText={errors.description?.message ?? ' '}
      />
      <ChartTypesInput />
      <Controller
        control={control}
        name="default_chart_type"
        render={({ field: { ref, value, ...field }, fieldState }) => (
          <TextField
            select
            fullWidth
            required
            label="Default chart type"
            {...field}
            inputRef={ref}
            value={value !== '' && supported.includes(value) ? value : ''}
            error={fieldState.invalid}
            helperText={fieldState.error?.message ?? 'The first view of the card, and its width'}
          >
            {supported.map((type) => (
              <MenuItem key={type} value={type}>
                {chartTypeLabel(type)}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
      <Toggle name="enable_aggregation" label="Enable aggregation" />
      <Toggle name="is_active" label="Active: shown on the page" />
      {aggregates && (
        <>
          <TextField
            label="Aggregation column"
            required
            fullWidth
            {...inputOf(register('aggregation_column'))}
            error={errors.aggregation_column !== undefined}
            helperText={
              errors.aggregation_column?.message ?? 'A column of the result that groups its rows'
            }
          />
          <Controller
            control={control}
            name="aggregation_method"
            render={({ field: { ref, ...field } }) => (
              <TextField
                select
                fullWidth
                label="Aggregation method"
                {...field}
                inputRef={ref}
                helperText="How subtotals and the grand total are made"
              >
                {AGGREGATION_METHODS.map((method) => (
                  <MenuItem key={method} value={method}>
                    {method}
                  </MenuItem>
                ))}
              </TextField>
            )}
          />
        </>
      )}
      <Controller
        control={control}
        name="audience"
        render={({ field: { ref, ...field } }) => (
          <TextField
            select
            fullWidth
            label="Shown to"
            {...field}
            inputRef={ref}
            helperText="Choose leads if the result names people: leads see the numbers of others"
          >
            {STAT_AUDIENCES.map((audience) => (
              <MenuItem key={audience} value={audience}>
                {audienceLabel(audience)}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
      <TextField
        label="Display order"
        type="number"
        fullWidth
        {...inputOf(order)}
        error={errors.display_order !== undefined}
        helperText={errors.display_order?.message ?? 'Cards with lower numbers come first'}
      />
    </Box>
  );
}

function Toggle({ name, label }: { name: 'enable_aggregation' | 'is_active'; label: string }) {
  const { control } = useFormContext<StatValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <FormControlLabel
          control={
            <Switch
              checked={value}
              onChange={(_, checked) => onChange(checked)}
              onBlur={onBlur}
              slotProps={{ input: { ref } }}
            />
          }
          label={label}
        />
      )}
    />
  );
}

/** The registration of a field for MUI, which gives `ref` to its outer element. */
function inputOf<T extends { ref: React.Ref<HTMLInputElement> }>({ ref, ...rest }: T) {
  return { ...rest, inputRef: ref };
}

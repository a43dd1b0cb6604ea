import {
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
} from '@mui/material';
import { AGGREGATION_METHODS, CHART_TYPES, STAT_AUDIENCES } from '@portal/contracts/constants';
import { useWatch, useFormContext } from 'react-hook-form';
import { labelIn, type FormField } from '../../../forms/field';
import { type InputProps, listOf } from '../../../forms/inputs/input-props';
import { SelectInput } from '../../../forms/inputs/select-input';
import { SwitchInput } from '../../../forms/inputs/switch-input';
import { TextInput } from '../../../forms/inputs/text-input';
import { audienceLabel, chartTypeLabel } from './labels';
import type { StatValues } from './stat-values';
import { Preformatted } from '../../../ui/preformatted';

const TYPES = CHART_TYPES.map((value) => ({ value, label: chartTypeLabel(value) }));
const AUDIENCES = STAT_AUDIENCES.map((value) => ({ value, label: audienceLabel(value) }));
const METHODS = AGGREGATION_METHODS.map((value) => ({ value, label: value }));
const yesOrNo = (value: unknown) => (value === true ? 'Yes' : 'No');

/** The fields of a statistic, as users see them. */
export const STAT_FIELDS: readonly FormField<keyof StatValues>[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'description', label: 'Description' },
  {
    name: 'sql_query',
    label: 'SQL query',
    show: (sql, other) => <Sql text={String(sql)} other={String(other)} />,
  },
  {
    name: 'supported_chart_types',
    label: 'Supported chart types',
    required: true,
    input: (props) => <ChartTypesInput {...props} />,
    show: (types) => [types].flat().map(labelIn(TYPES)).join(', '),
  },
  {
    name: 'default_chart_type',
    label: 'Default chart type',
    hint: 'The first view of the card, and its width',
    required: true,
    input: (props) => <DefaultTypeInput {...props} />,
    show: labelIn(TYPES),
  },
  {
    name: 'enable_aggregation',
    label: 'Enable aggregation',
    input: (props) => <SwitchInput {...props} />,
    show: yesOrNo,
  },
  {
    name: 'is_active',
    label: 'Active',
    input: (props) => <SwitchInput {...props} label="Active: shown on the page" />,
    show: yesOrNo,
  },
  {
    name: 'aggregation_column',
    label: 'Aggregation column',
    hint: 'A column of the result that groups its rows',
    required: true,
  },
  {
    name: 'aggregation_method',
    label: 'Aggregation method',
    hint: 'How subtotals and the grand total are made',
    input: (props) => <SelectInput {...props} options={METHODS} />,
  },
  {
    name: 'audience',
    label: 'Shown to',
    hint: 'Choose leads if the result names people: leads see the numbers of others',
    input: (props) => <SelectInput {...props} options={AUDIENCES} />,
    show: labelIn(AUDIENCES),
  },
  {
    name: 'display_order',
    label: 'Display order',
    hint: 'Cards with lower numbers come first',
    input: (props) => <TextInput {...props} type="number" />,
  },
];

function DefaultTypeInput(props: InputProps) {
  const supported = useWatch<StatValues, 'supported_chart_types'>({
    name: 'supported_chart_types',
  });
  const options = TYPES.filter(({ value }) => supported.includes(value));
  const isOffered = options.some(({ value }) => value === props.value);
  return <SelectInput {...props} options={options} value={isOffered ? props.value : ''} />;
}

/** A query whose lines are marked where the other one does not have them. */
function Sql({ text, other }: { text: string; other: string }) {
  const known = new Set(other.split('\n'));
  return (
    <Preformatted sx={{ mt: 0.5, maxHeight: 260 }}>
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
    </Preformatted>
  );
}

/** The supported chart types. Without its type the default is empty and must be chosen again. */
function ChartTypesInput({ label, value, onChange, onBlur, inputRef, error }: InputProps) {
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

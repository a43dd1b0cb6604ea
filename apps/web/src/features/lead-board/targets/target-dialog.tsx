import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useController, type Control } from 'react-hook-form';
import { useVersionedForm } from '../../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../../forms/versioned-form-dialog';
import {
  fetchTarget,
  type Target,
  type TargetValues,
  useCreateTarget,
  useUpdateTarget,
} from '../api';
import { weeksFrom } from '../week/weeks';
import {
  changesOf,
  TARGET_FIELDS,
  targetFormSchema,
  textsOf,
  type TargetTexts,
} from './target-form';
import { targetOf, weekOptions, type WeekOption } from './week-options';

interface TargetDialogProps {
  podName: string;
  targets: readonly Target[];
  thisWeek: string;
  /** The target to edit; a new one if absent. */
  target?: Target | undefined;
  /** The Monday of a new one. */
  week: string;
  onClose: () => void;
}

const resolver = zodResolver(targetFormSchema);

/** Creates or edits the target of one week. */
export default function TargetDialog(props: TargetDialogProps) {
  const { podName, targets, thisWeek, target, week, onClose } = props;
  const versioned = useVersionedForm<Target, TargetTexts, TargetValues>({
    item: target,
    fields: TARGET_FIELDS,
    valuesOf: (stored) => (stored ? textsOf(stored) : { ...EMPTY, week_start_date: week }),
    resolver,
    changeOf: changesOf,
    fetchCurrent: fetchTarget,
    create: useCreateTarget(podName),
    update: useUpdateTarget(podName),
    failed: target ? 'Error updating item' : 'Error creating item',
    onDone: onClose,
  });
  const { form, base } = versioned;
  const { control } = form;
  const options = useMemo(() => weekOptions(thisWeek, targets, base), [thisWeek, targets, base]);
  const before = targetOf(weeksFrom(form.watch('week_start_date'), -1), targets);

  function copy({ daily_tasks_target, daily_turns_target }: Target): void {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('daily_tasks_target', String(daily_tasks_target), options);
    form.setValue('daily_turns_target', String(daily_turns_target), options);
  }

  return (
    <VersionedFormDialog
      title={base ? 'Edit weekly target' : 'Create weekly target'}
      width={400}
      form={versioned}
      onClose={onClose}
    >
      <WeekInput control={control} options={options} />
      <NumberInput control={control} name="daily_tasks_target" label="Daily tasks" />
      <NumberInput control={control} name="daily_turns_target" label="Daily turns" />
      <Typography variant="caption" color="textSecondary">
        For each member on each of the five weekdays.
      </Typography>
      {before && (
        <Button variant="outlined" onClick={() => copy(before)} sx={{ justifySelf: 'start' }}>
          Copy the week before
        </Button>
      )}
    </VersionedFormDialog>
  );
}

const EMPTY = { daily_tasks_target: '', daily_turns_target: '' };

type FormControl = Control<TargetTexts, unknown, TargetValues>;

function WeekInput({ control, options }: { control: FormControl; options: WeekOption[] }) {
  const { field, fieldState } = useController({ control, name: 'week_start_date' });
  const { ref, ...rest } = field;
  return (
    <TextField
      {...rest}
      select
      fullWidth
      label="Week"
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? 'Monday to Sunday'}
      slotProps={{
        select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 400 } } } } },
      }}
    >
      {options.map(({ value, label, taken }) => (
        <MenuItem key={value} value={value} disabled={taken}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface NumberInputProps {
  control: FormControl;
  name: 'daily_tasks_target' | 'daily_turns_target';
  label: string;
}

function NumberInput({ control, name, label }: NumberInputProps) {
  const { field, fieldState } = useController({ control, name });
  const { ref, ...rest } = field;
  return (
    <TextField
      {...rest}
      fullWidth
      required
      label={label}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  );
}

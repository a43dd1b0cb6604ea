import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useController, useForm, type Control, type UseFormSetError } from 'react-hook-form';
import { ApiError, detailOf } from '../../../lib/api-error';
import { FormDialog } from '../../../ui/dialogs/form-dialog';
import { changesOf, useSaveTarget, type TargetValues } from '../requests/save-target';
import type { Target } from '../requests/targets';
import { weeksFrom } from '../week/weeks';
import { fieldOf, targetFormSchema, textsOf, type TargetTexts } from './target-form';
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

/** Creates or edits the target of one week. */
export default function TargetDialog(props: TargetDialogProps) {
  const { podName, targets, thisWeek, target, week, onClose } = props;
  const form = useForm<TargetTexts, unknown, TargetValues>({
    resolver: zodResolver(targetFormSchema),
    defaultValues: target
      ? textsOf(target)
      : {
          week_start_date: week,
          daily_tasks_target: '',
          daily_turns_target: '',
        },
    mode: 'onTouched',
  });
  const { control } = form;
  const save = useSaveTarget(podName, target);
  const options = useMemo(
    () => weekOptions(thisWeek, targets, target),
    [thisWeek, targets, target],
  );
  const before = targetOf(weeksFrom(form.watch('week_start_date'), -1), targets);

  function submit(values: TargetValues): void {
    if (target && Object.keys(changesOf(target, values)).length === 0) return onClose();
    save.mutate(values, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(error, form.setError),
    });
  }

  function copy({ daily_tasks_target, daily_turns_target }: Target): void {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('daily_tasks_target', String(daily_tasks_target), options);
    form.setValue('daily_turns_target', String(daily_turns_target), options);
  }

  return (
    <FormDialog
      title={target ? 'Edit weekly target' : 'Create weekly target'}
      width={400}
      submitLabel={target ? 'Save Changes' : 'Create'}
      isDirty={form.formState.isDirty && !save.isSuccess}
      isSaving={save.isPending}
      error={save.error}
      failure={
        save.error && detailOf(save.error, target ? 'Error updating item' : 'Error creating item')
      }
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
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
    </FormDialog>
  );
}

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

/** Shows what the server refuses at its fields. */
function showFieldErrors(error: unknown, setError: UseFormSetError<TargetTexts>): void {
  if (!(error instanceof ApiError)) return;
  for (const { pointer, detail } of error.errors) {
    const field = fieldOf(pointer);
    if (field) setError(field, { message: detail });
  }
}

import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Typography } from '@mui/material';
import { useMemo } from 'react';
import { FormInput } from '../../../forms/form-input';
import { SelectInput } from '../../../forms/inputs/select-input';
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
  NUMBERS,
  targetFormSchema,
  textsOf,
  type TargetTexts,
  WEEK,
} from './target-form';
import { targetOf, weekOptions } from './week-options';

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

const FIELDS = [WEEK, ...NUMBERS];
const resolver = zodResolver(targetFormSchema);

/** Creates or edits the target of one week. */
export default function TargetDialog(props: TargetDialogProps) {
  const { podName, targets, thisWeek, target, week, onClose } = props;
  const versioned = useVersionedForm<Target, TargetTexts, TargetValues>({
    item: target,
    fields: FIELDS,
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
      <FormInput field={WEEK}>{(props) => <SelectInput {...props} options={options} />}</FormInput>
      {NUMBERS.map((field) => (
        <FormInput key={field.name} field={field} />
      ))}
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

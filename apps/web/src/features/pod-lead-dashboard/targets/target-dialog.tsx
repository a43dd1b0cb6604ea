import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Typography } from '@mui/material';
import type { MemberProgress } from '@portal/contracts/live';
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
  EACH_TRAINER,
  FOR,
  NUMBERS,
  REPEATS,
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
  trainers: readonly Trainer[];
  onClose: () => void;
}

/** A trainer who may have a target of their own. */
export type Trainer = Pick<MemberProgress, 'email' | 'name'>;

const FIELDS = [WEEK, ...NUMBERS, FOR, REPEATS];
const resolver = zodResolver(targetFormSchema);

/** Creates or edits a target. */
export default function TargetDialog(props: TargetDialogProps) {
  const { podName, targets, thisWeek, target, week, trainers, onClose } = props;
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
  const email = form.watch('user_email');
  const repeats = form.watch('repeats');
  const options = useMemo(() => {
    const kind = { user_email: email === '' ? null : email, repeats };
    return weekOptions(thisWeek, targets, base, kind);
  }, [thisWeek, targets, base, email, repeats]);
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
      <FormInput field={FOR}>
        {(props) => <SelectInput {...props} options={usersOf(trainers, email)} />}
      </FormInput>
      <FormInput field={REPEATS} />
      <Typography variant="caption" color="textSecondary">
        For each of the five weekdays. A target of one trainer goes before that of the pod. Who
        reaches the tasks or the turns is on target. Where tasks have no turns the tasks decide:
        then any number of turns from 1 on will do.
      </Typography>
      {before && (
        <Button variant="outlined" onClick={() => copy(before)} sx={{ justifySelf: 'start' }}>
          Copy the week before
        </Button>
      )}
    </VersionedFormDialog>
  );
}

/** Each trainer, or one of them; also the one that is chosen, who may have left. */
function usersOf(trainers: readonly Trainer[], chosen: string) {
  const known = trainers.map(({ email, name }) => ({ value: email, label: name || email }));
  const isMissing = chosen !== '' && known.every(({ value }) => value !== chosen);
  return [
    { value: '', label: EACH_TRAINER },
    ...known,
    ...(isMissing ? [{ value: chosen, label: chosen }] : []),
  ];
}

const EMPTY = { daily_tasks_target: '', daily_turns_target: '', user_email: '', repeats: false };

import { zodResolver } from '@hookform/resolvers/zod';
import type { CustomStat, NewCustomStat } from '@portal/contracts/custom-stats';
import { useMemo, useState } from 'react';
import { FormProvider, useForm, type UseFormSetError } from 'react-hook-form';
import { ApiError, detailOf } from '../../../lib/api-error';
import { FormDialog } from '../../../ui/dialogs/form-dialog';
import type { Example } from '../examples/examples-dialog';
import { useSaveStat } from '../requests/save-stat';
import { QueryPart } from './query-part';
import { SettingsPart } from './settings-part';
import { copyValuesOf, fieldOf, statFormSchema, type StatValues, valuesOf } from './stat-values';

interface StatDialogProps {
  projectId: number;
  /** The statistic to edit; a new one if absent. */
  stat?: CustomStat | undefined;
  /** The first values of a new one. */
  example?: Example | undefined;
  /** The statistic that a new one starts as a copy of. */
  copyOf?: CustomStat | undefined;
  onClose: () => void;
}

/** Creates or edits a statistic: its settings, and its query with a test run. */
export default function StatDialog(props: StatDialogProps) {
  const { projectId, stat, example, copyOf, onClose } = props;
  const defaultValues = useMemo(
    () => (copyOf ? copyValuesOf(copyOf) : valuesOf(stat, example)),
    [stat, example, copyOf],
  );
  const form = useForm<StatValues, unknown, NewCustomStat>({
    resolver: zodResolver(statFormSchema),
    defaultValues,
    mode: 'onTouched',
  });
  const save = useSaveStat(projectId, stat);
  const [refusal, setRefusal] = useState<unknown>(null);

  function submit(values: NewCustomStat): void {
    setRefusal(null);
    save.mutate(values, {
      onSuccess: onClose,
      onError: (error) => {
        setRefusal(error);
        showFieldErrors(error, form.setError);
      },
    });
  }

  return (
    <FormDialog
      title={stat ? 'Edit Custom Stats' : 'Create Custom Stats'}
      width={1000}
      submitLabel={stat ? 'Save Changes' : 'Create'}
      isDirty={form.formState.isDirty && !save.isSuccess}
      isSaving={save.isPending}
      failure={
        refusal === null
          ? null
          : detailOf(refusal, stat ? 'Error updating item' : 'Error creating item')
      }
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <SettingsPart />
        <QueryPart projectId={projectId} refusal={refusal} onEdit={() => setRefusal(null)} />
      </FormProvider>
    </FormDialog>
  );
}

/** Shows what the server refuses at its fields. A conflict also lists fields that are equal. */
function showFieldErrors(error: unknown, setError: UseFormSetError<StatValues>): void {
  if (!(error instanceof ApiError)) return;
  for (const { pointer, detail, stored, sent } of error.errors) {
    const field = fieldOf(pointer);
    const equal = sent !== undefined && JSON.stringify(stored) === JSON.stringify(sent);
    if (field !== undefined && !equal) setError(field, { message: detail });
  }
}

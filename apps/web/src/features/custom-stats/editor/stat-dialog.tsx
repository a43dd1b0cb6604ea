import { zodResolver } from '@hookform/resolvers/zod';
import type { CustomStat, NewCustomStat } from '@portal/contracts/custom-stats';
import { useMemo, useState } from 'react';
import { FormProvider, useForm, type UseFormSetError } from 'react-hook-form';
import { ApiError, detailOf } from '../../../lib/api-error';
import { FormDialog } from '../../../ui/dialogs/form-dialog';
import type { Example } from '../examples/examples-dialog';
import { useSaveStat } from '../requests/save-stat';
import { useStats } from '../requests/stats';
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
  const { data: others = [] } = useStats(projectId, false);
  // A new one comes last.
  const place = Math.max(-1, ...others.map(({ display_order }) => display_order)) + 1;
  const defaultValues = useMemo(
    () => (copyOf ? copyValuesOf(copyOf) : valuesOf(stat, example, place)),
    [stat, example, copyOf, place],
  );
  const form = useForm<StatValues, unknown, NewCustomStat>({
    resolver: zodResolver(statFormSchema),
    defaultValues,
    mode: 'onTouched',
  });
  const save = useSaveStat(projectId, stat);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [failure, setFailure] = useState<string | null>(null);

  function submit(values: NewCustomStat): void {
    setRefusal(null);
    setFailure(null);
    save.mutate(values, {
      onSuccess: onClose,
      onError: (error) => {
        setRefusal(error);
        if (showFieldErrors(error, form.setError)) return;
        setFailure(detailOf(error, stat ? 'Error updating item' : 'Error creating item'));
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
      error={save.error}
      failure={failure}
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

/**
 * Shows what the server refuses at its fields, and returns whether that is all. A conflict also lists
 * fields that are equal.
 */
function showFieldErrors(error: unknown, setError: UseFormSetError<StatValues>): boolean {
  if (!(error instanceof ApiError) || error.errors.length === 0) return false;
  let isAll = true;
  for (const { pointer, detail, stored, sent } of error.errors) {
    const field = fieldOf(pointer);
    const equal = sent !== undefined && JSON.stringify(stored) === JSON.stringify(sent);
    if (field !== undefined && !equal) setError(field, { message: detail });
    // The text of a conflict says what the fields do not: that somebody else changed the statistic.
    isAll &&= field !== undefined && sent === undefined;
  }
  return isAll;
}

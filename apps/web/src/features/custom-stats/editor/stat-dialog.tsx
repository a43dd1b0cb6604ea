import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { CustomStat, NewCustomStat } from '@portal/contracts/custom-stats';
import { useMemo, useState } from 'react';
import { FormProvider, useForm, type UseFormSetError } from 'react-hook-form';
import { ApiError, detailOf } from '../../../lib/api-error';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { useUnsavedGuard } from '../../../ui/forms/unsaved-guard';
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
  const { isDirty } = form.formState;
  const { close, question } = useUnsavedGuard(isDirty && !save.isSuccess, onClose);

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
    <AppDialog
      title={stat ? 'Edit Custom Stats' : 'Create Custom Stats'}
      width={1000}
      onClose={close}
    >
      <FormProvider {...form}>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => void form.handleSubmit(submit)(event)}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        >
          <DialogContent
            sx={{ display: 'grid', gridAutoRows: 'max-content', gap: 3, pt: '8px !important' }}
          >
            <SettingsPart />
            <QueryPart projectId={projectId} refusal={refusal} onEdit={() => setRefusal(null)} />
          </DialogContent>
          {refusal !== null && (
            <Alert severity="error" sx={{ mx: 3, mb: 1 }}>
              {detailOf(refusal, stat ? 'Error updating item' : 'Error creating item')}
            </Alert>
          )}
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="contained" loading={save.isPending}>
              {stat ? 'Save Changes' : 'Create'}
            </Button>
          </DialogActions>
        </Box>
      </FormProvider>
      {question}
    </AppDialog>
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

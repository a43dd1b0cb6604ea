import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { CustomStat, NewCustomStat } from '@portal/contracts/custom-stats';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { changedFields } from '../../../forms/conflict';
import { useVersionedForm } from '../../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../../forms/versioned-form-dialog';
import type { Example } from '../examples/examples-dialog';
import { fetchStat, useCreateStat, useStats, useUpdateStat } from '../api';
import { QueryPart } from './query-part';
import { SettingsPart } from './settings-part';
import { STAT_FIELDS } from './stat-fields';
import { copyValuesOf, statFormSchema, type StatValues, valuesOf } from './stat-values';
import { useKeptDraft, useStatDraft } from './use-stat-draft';

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

const resolver = zodResolver(statFormSchema);

/** Creates or edits a statistic: its settings, and its query with a test run. */
export default function StatDialog(props: StatDialogProps) {
  const { projectId, stat, example, copyOf, onClose } = props;
  const { data: others = [] } = useStats(projectId, false);
  // A new one comes last.
  const place = Math.max(-1, ...others.map(({ display_order }) => display_order)) + 1;
  const { draft, key, forget } = useStatDraft(projectId, stat);
  function close(): void {
    forget();
    onClose();
  }
  const versioned = useVersionedForm<CustomStat, StatValues, NewCustomStat>({
    item: draft?.base ?? stat,
    draft: draft?.texts,
    fields: STAT_FIELDS,
    valuesOf: (stored) =>
      copyOf && !stored ? copyValuesOf(copyOf) : valuesOf(stored, example, place),
    resolver,
    changeOf: changedFields,
    fetchCurrent: fetchStat,
    create: useCreateStat(projectId),
    update: useUpdateStat(projectId),
    failed: stat ? 'Error updating item' : 'Error creating item',
    onDone: close,
  });
  const { form, base, error } = versioned;
  useKeptDraft(key, form, base);
  // Once the query is edited, a failure to save is not about it any more.
  const [seen, setSeen] = useState<Error | null>(null);

  return (
    <VersionedFormDialog
      title={stat ? 'Edit Custom Stats' : 'Create Custom Stats'}
      width={1000}
      form={versioned}
      onClose={close}
    >
      {draft && (
        <Alert
          severity="info"
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() => {
                forget();
                versioned.restart(stat);
              }}
            >
              Discard draft
            </Button>
          }
        >
          Your draft of the name and the query was restored.
        </Alert>
      )}
      <FormProvider {...form}>
        <SettingsPart />
        <QueryPart
          projectId={projectId}
          refusal={error === seen ? null : error}
          onEdit={() => setSeen(error)}
        />
      </FormProvider>
    </VersionedFormDialog>
  );
}

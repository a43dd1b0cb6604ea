import { zodResolver } from '@hookform/resolvers/zod';
import {
  type CustomStat,
  customStatSchema,
  type NewCustomStat,
} from '@portal/contracts/custom-stats';
import { useState } from 'react';
import { z } from 'zod';
import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { changedFields } from '../../../forms/conflict';
import { useVersionedForm } from '../../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../../forms/versioned-form-dialog';
import type { Example } from '../examples/examples-dialog';
import { fetchStat, useCreateStat, useStats, useUpdateStat } from '../api';
import { QueryPart } from './query-part';
import { STAT_FIELDS } from './stat-fields';
import { copyValuesOf, statFormSchema, type StatValues, valuesOf } from './stat-values';
import { FormInput } from '../../../forms/form-input';

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

/** Name and query outlive the page, for each statistic and for a new one of a project. */
const draftSchema = z.object({
  base: customStatSchema
    // Drafts that are older than parameters have none.
    .extend({ parameters: customStatSchema.shape.parameters.default([]) })
    .nullable(),
  texts: z.object({ name: z.string(), sql_query: z.string() }),
});

/** Creates or edits a statistic: its settings, and its query with a test run. */
export default function StatDialog(props: StatDialogProps) {
  const { projectId, stat, example, copyOf, onClose } = props;
  const { data: others = [] } = useStats(projectId, false);
  // A new one comes last.
  const place = Math.max(-1, ...others.map(({ display_order }) => display_order)) + 1;
  const versioned = useVersionedForm<CustomStat, StatValues, NewCustomStat>({
    item: stat,
    draft: {
      key: stat ? `custom-stat/${stat.id}` : `custom-stat/new/${projectId}`,
      names: ['name', 'sql_query'],
      schema: draftSchema,
      restored: 'Your draft of the name and the query was restored.',
    },
    fields: STAT_FIELDS,
    valuesOf: (stored) =>
      copyOf && !stored ? copyValuesOf(copyOf) : valuesOf(stored, example, place),
    resolver,
    changeOf: changedFields,
    fetchCurrent: fetchStat,
    create: useCreateStat(projectId),
    update: useUpdateStat(projectId),
    failed: stat ? 'Error updating item' : 'Error creating item',
    onDone: onClose,
  });
  const { error } = versioned;
  // Once the query is edited, a failure to save is not about it any more.
  const [seen, setSeen] = useState<Error | null>(null);

  return (
    <VersionedFormDialog
      title={stat ? 'Edit Custom Stats' : 'Create Custom Stats'}
      width={1000}
      form={versioned}
      onClose={onClose}
    >
      <SettingsPart />
      <QueryPart
        projectId={projectId}
        refusal={error === seen ? null : error}
        onEdit={() => setSeen(error)}
      />
    </VersionedFormDialog>
  );
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 2.5,
  alignItems: 'start',
} as const;

/** Everything but the query. */
function SettingsPart() {
  const aggregates = useWatch<StatValues, 'enable_aggregation'>({ name: 'enable_aggregation' });
  const hidden: readonly string[] = aggregates
    ? ['sql_query']
    : ['sql_query', 'aggregation_column', 'aggregation_method'];
  return (
    <Box sx={GRID}>
      {STAT_FIELDS.filter(({ name }) => !hidden.includes(name)).map((field) => (
        <FormInput key={field.name} field={field} />
      ))}
    </Box>
  );
}

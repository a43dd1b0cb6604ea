import { customStatSchema, type CustomStat } from '@portal/contracts/custom-stats';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { readDraft, writeDraft } from '../../../session/drafts';
import type { StatValues } from './stat-values';

const draftSchema = z.object({
  /** The statistic that the form was opened with; null for a new one. */
  base: customStatSchema.nullable(),
  texts: z.object({ name: z.string(), sql_query: z.string() }),
});

/**
 * Name and query that were typed and not saved, for each statistic and for a new one of a project.
 * The draft goes on with the statistic that its form was opened with: a later change by somebody
 * else is a conflict, as in a form that stayed open.
 */
export function useStatDraft(projectId: number, stat: CustomStat | undefined) {
  const key = stat ? `custom-stat/${stat.id}` : `custom-stat/new/${projectId}`;
  const [draft, setDraft] = useState(() => readDraft(key, draftSchema));
  return {
    draft,
    key,
    forget: () => {
      setDraft(undefined);
      writeDraft(key, undefined);
    },
  };
}

/** Stores the draft while the form differs from the statistic. */
export function useKeptDraft<Output>(
  key: string,
  form: UseFormReturn<StatValues, unknown, Output>,
  base: CustomStat | undefined,
): void {
  const keep = useEffectEvent((on: CustomStat | undefined, { name, sql_query }: StatValues) => {
    const before = form.formState.defaultValues;
    const isSame = name === before?.name && sql_query === before.sql_query;
    writeDraft(key, isSame ? undefined : { base: on ?? null, texts: { name, sql_query } });
  });
  const { subscribe, getValues } = form;
  useEffect(() => {
    keep(base, getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(base, values) });
  }, [subscribe, getValues, base]);
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { readDraft, writeDraft } from '../session/drafts';

/** Texts that were typed and not saved, and the item that their form was opened with. */
interface Draft<Item, Values> {
  /** Null for a new one. */
  readonly base: Item | null;
  readonly texts: Partial<Values>;
}

/** The texts of a form that outlive the page. */
export interface DraftOptions<Item, Values> {
  /** The name of the form in the storage of the browser. */
  readonly key: string;
  readonly names: readonly (keyof Values & string)[];
  readonly schema: z.ZodType<Draft<Item, Values>>;
  /** Says that they are back. */
  readonly restored: string;
}

/**
 * The draft of a form when it opens. It goes on with the item that its form was opened with: a later
 * change by somebody else is a conflict, as in a form that stayed open.
 */
export function useDraft<Item, Values>(options: DraftOptions<Item, Values> | undefined) {
  const [draft, setDraft] = useState(() => options && readDraft(options.key, options.schema));
  return {
    draft,
    forget: () => {
      setDraft(undefined);
      if (options) writeDraft(options.key, undefined);
    },
  };
}

/** Stores the draft while the form differs from the item. */
export function useKeptDraft<Item, Values extends FieldValues, Output>(
  options: DraftOptions<Item, Values> | undefined,
  form: UseFormReturn<Values, unknown, Output>,
  base: Item | undefined,
): void {
  const keep = useEffectEvent((on: Item | undefined, values: Values) => {
    if (!options) return;
    const before: Partial<Record<string, unknown>> = form.formState.defaultValues ?? {};
    const isSame = options.names.every((name) => values[name] === before[name]);
    const texts = Object.fromEntries(options.names.map((name) => [name, values[name]]));
    writeDraft(options.key, isSame ? undefined : { base: on ?? null, texts });
  });
  const { subscribe, getValues } = form;
  useEffect(() => {
    keep(base, getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(base, values) });
  }, [subscribe, getValues, base]);
}

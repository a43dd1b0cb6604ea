import type { CrudItem, CrudMeta, FieldMeta } from '@portal/contracts/crud';
import { useMemo, useState, type BaseSyntheticEvent } from 'react';
import { useForm, type Control, type FieldErrors, type ResolverResult } from 'react-hook-form';
import { ApiError, detailOf } from '../../lib/api-error';
import type { FormValues } from '../fields/form-value';
import { changedValues, formValues, newItem } from '../fields/form-values';
import type { FormMode } from '../fields/field-rules';
import { parseField } from '../fields/parse-field';
import { showToast } from '../../ui/toast-store';
import { useCreateItem } from '../requests/create-item';
import { useUpdateItem } from '../requests/update-item';
import { fetchCurrent } from '../requests/current-item';
import { conflictOf, isStale, resolved, type Conflict, type Side } from './conflict';
import { serverErrors } from './server-errors';

interface ItemFormOptions {
  meta: CrudMeta;
  fields: readonly FieldMeta[];
  fixed: Readonly<Record<string, string | number>>;
  item: CrudItem | undefined;
  onDone: () => void;
}

interface ItemFormState {
  readonly control: Control<FormValues>;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** What the server refuses, if it is not at a field of the form. */
  readonly failure: string | null;
  /** The error of the last attempt to save. */
  readonly error: Error | null;
  /** The item has changed since it was read. */
  readonly conflict: Conflict | null;
  readonly submit: (event: BaseSyntheticEvent) => Promise<void>;
  /** Saves the chosen values over the current item. */
  readonly resolve: (sides: Readonly<Record<string, Side>>) => void;
}

/** State of the form of one item: checks, saves, refusals and conflicts. */
export function useItemForm({ meta, fields, fixed, item, onDone }: ItemFormOptions): ItemFormState {
  const mode: FormMode = item ? 'edit' : 'create';
  const first = useMemo(() => formValues(fields, item), [fields, item]);
  const { control, handleSubmit, formState, setError, getValues } = useForm<FormValues>({
    defaultValues: first,
    mode: 'onTouched',
    resolver: (values) => checked(fields, values, mode),
  });
  const create = useCreateItem(meta.base);
  const update = useUpdateItem(meta);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isDone = create.isSuccess || update.isSuccess;

  function save(values: FormValues): void {
    setFailure(null);
    if (item) {
      send(item, changedValues(fields, first, values));
      return;
    }
    const body = { ...fixed, ...newItem(fields, values) };
    create.mutate(body, { onSuccess: onDone, onError: (error) => refuse(error) });
  }

  function send(before: CrudItem, change: Record<string, unknown>): void {
    if (Object.keys(change).length === 0) {
      onDone();
      return;
    }
    update.mutate(
      { before, change },
      {
        onSuccess: onDone,
        onError: (error) => (isStale(error) ? void compare(before, change, error) : refuse(error)),
      },
    );
  }

  /** Reads the current item, so that the user can choose between the values. */
  async function compare(before: CrudItem, change: object, stale: ApiError): Promise<void> {
    try {
      const current = await fetchCurrent(meta, before);
      setConflict(conflictOf(fields, { before, current, change: { ...change }, stale }));
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error: unknown): void {
    setConflict(null);
    const { atFields, rest } = serverErrors(fields, error);
    for (const [index, [name, message]] of atFields.entries()) {
      setError(name, { message }, { shouldFocus: index === 0 });
    }
    if (atFields.length > 0 && rest.length === 0) return;
    const detail = detailOf(error, item ? 'Error updating item' : 'Error creating item');
    showToast(detail, { type: 'error' });
    setFailure([detail, ...rest].join('. '));
  }

  return {
    control,
    isDirty: formState.isDirty && !isDone,
    isSaving: create.isPending || update.isPending,
    failure,
    error: create.error ?? update.error,
    conflict,
    submit: handleSubmit(() => save(getValues())),
    resolve: (sides) => {
      if (conflict) send(conflict.current, resolved(conflict, sides));
    },
  };
}

function checked(
  fields: readonly FieldMeta[],
  values: FormValues,
  mode: FormMode,
): ResolverResult<FormValues> {
  const errors: FieldErrors<FormValues> = {};
  for (const field of fields) {
    const parsed = parseField(field, values[field.name] ?? '', mode);
    if ('error' in parsed) errors[field.name] = { type: 'validate', message: parsed.error };
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
}

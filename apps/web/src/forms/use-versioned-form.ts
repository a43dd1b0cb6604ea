import { useEffect, useEffectEvent, useState, type BaseSyntheticEvent } from 'react';
import {
  get,
  useForm,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { detailOf } from '../lib/api-error';
import { showToast } from '../ui/toast-store';
import {
  conflictOf,
  isStale,
  merged,
  type Conflict,
  type Fields,
  type ItemChange,
  type Sides,
  type Versioned,
} from './conflict';
import { type DraftOptions, useDraft, useKeptDraft } from './draft';
import type { FormField } from './field';
import { serverErrors } from './server-errors';

/** A mutation of React Query that returns the saved item. */
interface Sender<Item, Variables> {
  readonly mutate: (
    variables: Variables,
    then: { onSuccess: (saved: Item) => void; onError: (error: Error) => void },
  ) => void;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
}

interface VersionedFormOptions<Item extends Versioned, Values extends FieldValues, Output> {
  /** The item to edit; a new one if absent. Only that of the first render counts. */
  item: Item | undefined;
  /** The texts that outlive the page, if any do. */
  draft?: DraftOptions<Item, Values>;
  /** The fields with the names of the API. */
  fields: readonly FormField<Path<Values>>[];
  /** The inputs of an item, or of a new one. */
  valuesOf: (item: Item | undefined) => Values;
  resolver: Resolver<Values, unknown, Output>;
  /** The fields of the request that differ from the item. */
  changeOf: (before: Item, output: Output) => Fields;
  /** The item as the server has it now, with all fields of the form. */
  fetchCurrent: (before: Item) => Promise<Item>;
  update: Sender<Item, ItemChange<Item>>;
  /** Absent where the form only edits. */
  create?: Sender<Item, Output>;
  /** The words for a refusal without the server's. */
  failed: string;
  onDone: (saved: Item) => void;
}

export interface VersionedForm<Item, Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  readonly fields: readonly FormField[];
  /** The item that the form changes; absent for a new one. */
  readonly base: Item | undefined;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** What the server refuses, if it is not at a field of the form. */
  readonly failure: string | null;
  /** The error of the last attempt to save. */
  readonly error: Error | null;
  /** The item has changed since the form opened. */
  readonly conflict: Conflict<Item> | null;
  readonly submit: (event?: BaseSyntheticEvent) => void;
  /** Goes on with the current item and the chosen values, and saves. */
  readonly choose: (sides: Sides) => void;
  /** Says that a draft was restored; null without one. */
  readonly restored: string | null;
  /** Begins again without the draft. */
  readonly discardDraft: () => void;
  readonly forgetDraft: () => void;
}

/**
 * The form of one item of the server. The item and its version are frozen when the form opens: no
 * fetch, push or undo moves them, and no refusal does. Only the person's choice in a conflict does.
 */
export function useVersionedForm<Item extends Versioned, Values extends FieldValues, Output>(
  options: VersionedFormOptions<Item, Values, Output>,
): VersionedForm<Item, Values, Output> {
  const { fields, valuesOf, resolver, update, create } = options;
  const { draft, forget } = useDraft(options.draft);
  const [base, setBase] = useState(draft?.base ?? options.item);
  const [first] = useState(() => valuesOf(base));
  // React Hook Form goes to the field that it knows longest, which may stand below others.
  const form = useForm<Values, unknown, Output>({
    values: first,
    resolver,
    shouldFocusError: false,
  });
  const [conflict, setConflict] = useState<Conflict<Item> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isComparing, setComparing] = useState(false);
  const restore = useEffectEvent(() => {
    if (draft) form.reset({ ...first, ...draft.texts }, { keepDefaultValues: true });
  });
  useEffect(() => restore(), []);
  useKeptDraft(options.draft, form, base);

  function onDone(saved: Item): void {
    forget();
    options.onDone(saved);
  }

  function save(output: Output, before: Item | undefined): void {
    setFailure(null);
    if (before === undefined) {
      create?.mutate(output, { onSuccess: onDone, onError: refuse });
      return;
    }
    const change = options.changeOf(before, output);
    if (Object.keys(change).length === 0) {
      onDone(before);
      return;
    }
    const onError = (error: Error) =>
      isStale(error) ? void compare({ before, change }) : refuse(error);
    update.mutate({ before, change }, { onSuccess: onDone, onError });
  }

  /** Reads the current item, so that the person can choose between the values. */
  async function compare(change: ItemChange<Item>): Promise<void> {
    setComparing(true);
    try {
      const current = await options.fetchCurrent(change.before);
      const names = fields.map(({ name }) => name);
      setConflict(conflictOf(names, change, current));
    } catch (error) {
      refuse(error);
    } finally {
      setComparing(false);
    }
  }

  function refuse(error: unknown): void {
    setConflict(null);
    const { atFields, rest } = serverErrors(fields, error);
    for (const [index, [name, message]] of atFields.entries()) {
      form.setError(name, { message }, { shouldFocus: index === 0 });
    }
    if (atFields.length > 0 && rest.length === 0) return;
    const detail = detailOf(error, options.failed);
    showToast(detail, { type: 'error' });
    setFailure([detail, ...rest].join('. '));
  }

  /** In the order of the form. */
  function focusFirst(errors: FieldErrors<Values>): void {
    const wrong = fields.find(({ name }) => get(errors, name) !== undefined);
    if (wrong) form.setFocus(wrong.name);
  }

  function choose(sides: Sides): void {
    if (!conflict) return;
    const { current } = conflict;
    const theirs = valuesOf(current);
    const values = merged(conflict, sides, theirs, form.getValues());
    setBase(current);
    form.reset(theirs);
    form.reset(values, { keepDefaultValues: true });
    const onInvalid = (errors: FieldErrors<Values>) => {
      setConflict(null);
      focusFirst(errors);
    };
    void form.handleSubmit((output) => save(output, current), onInvalid)();
  }

  return {
    form,
    fields,
    base,
    isDirty: form.formState.isDirty && !create?.isSuccess && !update.isSuccess,
    isSaving: update.isPending || isComparing || create?.isPending === true,
    failure,
    error: create?.error ?? update.error,
    conflict,
    submit: (event) => void form.handleSubmit((output) => save(output, base), focusFirst)(event),
    choose,
    restored: (draft && options.draft?.restored) ?? null,
    discardDraft: () => {
      forget();
      setBase(options.item);
      form.reset(valuesOf(options.item));
    },
    forgetDraft: forget,
  };
}

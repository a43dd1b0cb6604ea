import type { ListedItem, ListMeta, FieldMeta } from '@portal/contracts/lists';
import { useMemo, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useWatch, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { changedFields, type Fields } from '../../forms/conflict';
import type { FormField, FormValues } from '../../forms/field';
import { type InputProps, textOf } from '../../forms/inputs/input-props';
import { useVersionedForm } from '../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../forms/versioned-form-dialog';
import { fetchCurrent, useCreateItem, useUpdateItem } from '../api';
import { isMandatory, type FormMode } from '../fields/field-rules';
import { editedItem, formValues, newItem } from '../fields/form-values';
import { parseField } from '../fields/parse-field';
import { FieldValue } from '../fields/field-value';
import { candidateParams, choicesOptions } from '../references';
import { FieldInput } from './field-input';
import { useQueries } from '@tanstack/react-query';

interface ItemFormProps {
  meta: ListMeta;
  fields: readonly FieldMeta[];
  item: ListedItem | undefined;
  title: string;
  width: 600 | 800;
  onClose: () => void;
  /** Opens the page of a new item. */
  onCreated?: ((item: ListedItem) => void) | undefined;
}

/** The form of one item of a list in a dialog, by its metadata. */
export function ItemForm(props: ItemFormProps) {
  const { meta, fields, item, title, width, onClose, onCreated } = props;
  const mode: FormMode = item ? 'edit' : 'create';
  const requestOf = (values: FormValues): Fields =>
    item ? editedItem(fields, values) : newItem(fields, values);
  const valuesOf = (stored: ListedItem | undefined) => formValues(fields, stored);
  const form = useVersionedForm<ListedItem, FormValues, Fields>({
    item,
    fields: useMemo(() => fields.map((field) => formFieldOf(field, mode)), [fields, mode]),
    valuesOf,
    resolver: (values) => {
      const errors = errorsIn(fields, values, mode);
      return Object.keys(errors).length > 0
        ? { values: {}, errors }
        : { values: requestOf(values), errors: {} };
    },
    // Compared as the form reads them: blanks in JSON and microseconds are no change.
    changeOf: (before, output) => changedFields(editedItem(fields, valuesOf(before)), output),
    fetchCurrent: (before) => fetchCurrent(meta, fields, before),
    create: useCreateItem(meta),
    update: useUpdateItem(meta),
    failed: item ? 'Error updating item' : 'Error creating item',
    onDone: (saved) => {
      // The guard of unsaved changes blocks navigation until the dialog is gone.
      flushSync(onClose);
      if (!item) onCreated?.(saved);
    },
  });
  useOnlyChoices(form.form, fields, item === undefined);
  return (
    <VersionedFormDialog {...{ title, width, form, onClose }} columns={width === 800 ? 2 : 1} />
  );
}

function formFieldOf(field: FieldMeta, mode: FormMode): FormField {
  const { name, label } = field;
  return {
    name,
    label,
    required: isMandatory(field, mode),
    input: (props) =>
      candidateParams(field).length > 0 ? (
        <DependentInput field={field} {...props} />
      ) : (
        <FieldInput field={field} {...props} />
      ),
    show: (value) => <FieldValue field={field} value={value} />,
  };
}

/** An input whose choices other fields of the form select. */
function DependentInput({ field, ...props }: InputProps & { field: FieldMeta }) {
  const params = candidateParams(field);
  const watched = useWatch<FormValues>({ name: params });
  const others = Object.fromEntries(
    params.map((name, index) => [name, textOf(watched[index] ?? '')]),
  );
  return <FieldInput field={field} others={others} {...props} />;
}

function errorsIn(
  fields: readonly FieldMeta[],
  values: FormValues,
  mode: FormMode,
): FieldErrors<FormValues> {
  const errors: FieldErrors<FormValues> = {};
  for (const field of fields) {
    const parsed = parseField(field, values[field.name] ?? '', mode);
    if ('error' in parsed) errors[field.name] = { type: 'validate', message: parsed.error };
  }
  return errors;
}

/** Fills in the mandatory references of a new item that have a single choice, such as the only project. */
function useOnlyChoices(
  form: UseFormReturn<FormValues, unknown, Record<string, unknown>>,
  fields: readonly FieldMeta[],
  isNew: boolean,
): void {
  const asked = isNew
    ? fields.filter((field) => isMandatory(field, 'create') && hasFixedChoices(field))
    : [];
  const only = useQueries({
    queries: asked.map(choicesOptions),
    // The same list as before, unless an answer differs.
    combine: (found) =>
      asked.flatMap(({ name }, at) => {
        const [choice, ...others] = found[at]?.data ?? [];
        return choice && others.length === 0 ? [{ name, value: choice.value }] : [];
      }),
  });
  useEffect(() => {
    for (const { name, value } of only) {
      // It is where the form starts, not a change by the user.
      if (form.getValues(name) === '') form.resetField(name, { defaultValue: value });
    }
  }, [form, only]);
}

function hasFixedChoices(field: FieldMeta): boolean {
  return field.foreign_key !== null && candidateParams(field).length === 0;
}

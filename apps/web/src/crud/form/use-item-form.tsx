import type { CrudItem, CrudMeta, FieldMeta } from '@portal/contracts/crud';
import { useMemo } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { changedFields, type Fields, type FormField } from '../../forms/conflict';
import { useVersionedForm } from '../../forms/use-versioned-form';
import type { FormValues } from '../fields/form-value';
import { editedItem, formValues, newItem } from '../fields/form-values';
import type { FormMode } from '../fields/field-rules';
import { parseField } from '../fields/parse-field';
import { FieldValue } from '../list/field-value';
import { fetchCurrent, useCreateItem, useUpdateItem } from '../api';

interface ItemFormOptions {
  meta: CrudMeta;
  fields: readonly FieldMeta[];
  fixed: Readonly<Record<string, string | number>>;
  item: CrudItem | undefined;
  onDone: () => void;
}

/** The form of one item of a list, by its metadata. */
export function useItemForm({ meta, fields, fixed, item, onDone }: ItemFormOptions) {
  const mode: FormMode = item ? 'edit' : 'create';
  const requestOf = (values: FormValues): Fields =>
    item ? editedItem(fields, values) : { ...fixed, ...newItem(fields, values) };
  const valuesOf = (stored: CrudItem | undefined) => formValues(fields, stored);
  return useVersionedForm<CrudItem, FormValues, Fields>({
    item,
    fields: useMemo(() => fields.map(shownField), [fields]),
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
    create: useCreateItem(meta.base),
    update: useUpdateItem(meta),
    failed: item ? 'Error updating item' : 'Error creating item',
    onDone,
  });
}

function shownField(field: FieldMeta): FormField {
  const { name, label } = field;
  return { name, label, show: (value) => <FieldValue field={field} value={value} /> };
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

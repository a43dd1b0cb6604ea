import type { FieldMeta } from '@portal/contracts/lists';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormValues } from '../../forms/field';
import { isMandatory } from '../fields/field-rules';
import { candidateParams, choicesOptions } from '../references';

/** Fills in the mandatory references of a new item that have a single choice, such as the only project. */
export function useOnlyChoices(
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

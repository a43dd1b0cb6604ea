import type { CrudItem, CrudMeta, FieldMeta } from '@portal/contracts/crud';
import { Controller, useWatch } from 'react-hook-form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { isMandatory } from '../fields/field-rules';
import { candidateParams } from '../requests/references';
import { ConflictDialog } from './conflict-dialog';
import { FieldInput } from './field-input';
import { textOf } from './input-props';
import { useItemForm } from './use-item-form';

interface ItemFormProps {
  meta: CrudMeta;
  fields: readonly FieldMeta[];
  fixed: Readonly<Record<string, string | number>>;
  item: CrudItem | undefined;
  title: string;
  width: 600 | 800;
  onClose: () => void;
}

/** The form of a dialog; in place of it the conflict of a stale edit. */
export function ItemForm({ meta, fields, fixed, item, title, width, onClose }: ItemFormProps) {
  const form = useItemForm({ meta, fields, fixed, item, onDone: onClose });
  const mode = item ? 'edit' : 'create';
  const params = fields.flatMap(candidateParams);
  const watched = useWatch({ control: form.control, name: params });
  const others = Object.fromEntries(
    params.map((name, index) => [name, textOf(watched[index] ?? '')]),
  );

  if (form.conflict) {
    return (
      <ConflictDialog
        title={title}
        width={width}
        conflict={form.conflict}
        isSaving={form.isSaving}
        onClose={onClose}
        onResolve={form.resolve}
      />
    );
  }
  return (
    <FormDialog
      title={title}
      width={width}
      columns={width === 800 ? 2 : 1}
      submitLabel={item ? 'Save Changes' : 'Create'}
      isDirty={form.isDirty}
      isSaving={form.isSaving}
      failure={form.failure}
      error={form.error}
      onSubmit={(event) => void form.submit(event)}
      onClose={onClose}
    >
      {fields.map((field) => (
        <Controller
          key={field.name}
          control={form.control}
          name={field.name}
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <FieldInput
              field={field}
              others={others}
              label={field.label}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
              required={isMandatory(field, mode)}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
    </FormDialog>
  );
}

import type { CrudItem, CrudMeta, FieldMeta } from '@portal/contracts/crud';
import { Controller, useWatch } from 'react-hook-form';
import { VersionedFormDialog } from '../../forms/versioned-form-dialog';
import { isMandatory } from '../fields/field-rules';
import { candidateParams } from '../references';
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

/** The form of an item in a dialog. */
export function ItemForm({ meta, fields, fixed, item, title, width, onClose }: ItemFormProps) {
  const versioned = useItemForm({ meta, fields, fixed, item, onDone: onClose });
  const { control } = versioned.form;
  const mode = item ? 'edit' : 'create';
  const params = fields.flatMap(candidateParams);
  const watched = useWatch({ control, name: params });
  const others = Object.fromEntries(
    params.map((name, index) => [name, textOf(watched[index] ?? '')]),
  );

  return (
    <VersionedFormDialog
      title={title}
      width={width}
      columns={width === 800 ? 2 : 1}
      form={versioned}
      onClose={onClose}
    >
      {fields.map((field) => (
        <Controller
          key={field.name}
          control={control}
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
    </VersionedFormDialog>
  );
}

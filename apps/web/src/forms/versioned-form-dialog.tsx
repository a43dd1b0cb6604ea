import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormDialog } from '../ui/dialogs/form-dialog';
import { ConflictDialog } from './conflict-dialog';
import type { Versioned } from './conflict';
import type { VersionedForm } from './use-versioned-form';

interface VersionedFormDialogProps<Item extends Versioned, Values extends FieldValues, Output> {
  title: string;
  width: 400 | 600 | 800 | 1000;
  columns?: 1 | 2;
  form: VersionedForm<Item, Values, Output>;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The form of one item; in place of it the conflict with what others changed meanwhile. */
export function VersionedFormDialog<Item extends Versioned, Values extends FieldValues, Output>(
  props: VersionedFormDialogProps<Item, Values, Output>,
) {
  const { form, children, ...dialog } = props;
  if (form.conflict) {
    return (
      <ConflictDialog
        // Another change of another person asks again.
        key={form.conflict.current.version}
        {...dialog}
        fields={form.fields}
        conflict={form.conflict}
        isSaving={form.isSaving}
        onChoose={form.choose}
      />
    );
  }
  return (
    <FormDialog
      {...dialog}
      submitLabel={form.base ? 'Save Changes' : 'Create'}
      isDirty={form.isDirty}
      isSaving={form.isSaving}
      failure={form.failure}
      error={form.error}
      onSubmit={form.submit}
    >
      {children}
    </FormDialog>
  );
}

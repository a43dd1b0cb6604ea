import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { FormDialog } from './form-dialog';
import { ConflictDialog } from './conflict-dialog';
import type { Versioned } from './conflict';
import { FormInput } from './form-input';
import type { VersionedForm } from './use-versioned-form';

interface VersionedFormDialogProps<Item extends Versioned, Values extends FieldValues, Output> {
  title: string;
  width: 400 | 600 | 800 | 1000;
  columns?: 1 | 2;
  form: VersionedForm<Item, Values, Output>;
  onClose: () => void;
  /** In place of the inputs of the fields. */
  children?: ReactNode;
}

/** The form of one item; in place of it the conflict with what others changed meanwhile. */
export function VersionedFormDialog<Item extends Versioned, Values extends FieldValues, Output>(
  props: VersionedFormDialogProps<Item, Values, Output>,
) {
  const { form, children, ...rest } = props;
  const onClose = () => {
    form.forgetDraft();
    rest.onClose();
  };
  const dialog = { ...rest, onClose };
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
      {form.restored !== null && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" onClick={form.discardDraft}>
              Discard draft
            </Button>
          }
        >
          {form.restored}
        </Alert>
      )}
      <FormProvider {...form.form}>
        {children ?? form.fields.map((field) => <FormInput key={field.name} field={field} />)}
      </FormProvider>
    </FormDialog>
  );
}

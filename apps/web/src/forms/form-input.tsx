import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import type { FormField, FormValues } from './field';
import type { InputProps } from './inputs/input-props';
import { TextInput } from './inputs/text-input';
import { withSubject } from './server-errors';

interface FormInputProps {
  field: FormField;
  /** Renders it in place of the input that the field names. */
  children?: (props: InputProps) => ReactNode;
}

/** The input of one field of the form around it. */
export function FormInput({ field, children = field.input ?? lineOfText }: FormInputProps) {
  const { name, label, hint, required = false, wide = false } = field;
  const { field: state, fieldState } = useController<FormValues>({ name });
  const { value, onChange, onBlur, ref: inputRef } = state;
  const message = fieldState.error?.message;
  const error = message === undefined ? undefined : withSubject(label, message);
  const input = children({ label, hint, required, value, onChange, onBlur, inputRef, error });
  return wide ? <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>{input}</Box> : input;
}

function lineOfText(props: InputProps) {
  return <TextInput {...props} />;
}

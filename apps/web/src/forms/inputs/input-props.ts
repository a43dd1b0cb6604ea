import type { ReactNode, Ref } from 'react';

/** What a form contains: text as it is typed, a switch, or the elements of a list. */
export type FormValue = string | boolean | readonly string[];

/** An input of a form or of a filter. */
export interface InputProps {
  label: string;
  value: FormValue;
  onChange: (value: FormValue) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  required?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  size?: 'small' | 'medium';
}

/** The value of an input for text. */
export function textOf(value: FormValue): string {
  return typeof value === 'string' ? value : '';
}

/** The value of an input for several values. */
export function listOf(value: FormValue): readonly string[] {
  return typeof value === 'object' ? value : [];
}

interface Look {
  fullWidth: boolean;
  label: string;
  required: boolean;
  size: 'small' | 'medium';
  error: boolean;
  helperText: ReactNode;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** What all text fields of MUI get. */
export function lookOf(props: InputProps): Look {
  const { label, onBlur, inputRef, required, hint, error, size } = props;
  return {
    fullWidth: true,
    label,
    required: required ?? false,
    size: size ?? 'medium',
    error: error !== undefined,
    helperText: error ?? hint,
    ...(onBlur && { onBlur }),
    ...(inputRef && { inputRef }),
  };
}

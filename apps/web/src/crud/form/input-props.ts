import type { Ref } from 'react';
import type { FormValue } from '../fields/form-value';

/** An input of a form or of a filter. */
export interface InputProps {
  label: string;
  value: FormValue;
  onChange: (value: FormValue) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  required?: boolean;
  hint?: string | undefined;
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

import type { ReactNode } from 'react';
import type { FormValue, InputProps } from './inputs/input-props';

export type FormValues = Record<string, FormValue>;

/** A field of a form, as users see it. */
export interface FormField<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  /** Whether it takes the whole width of a form with two columns. */
  readonly wide?: boolean;
  /** Its input; without it a line of text. */
  readonly input?: (props: InputProps) => ReactNode;
  /** Other fields of the API that the same input sets. */
  readonly covers?: readonly string[];
  /** A value of the API for users, beside the one of the other side; without it as text. */
  readonly show?: (value: unknown, other: unknown) => ReactNode;
}

/** Shows a value as the label of its choice. */
export function labelIn(options: readonly { readonly value: string; readonly label: string }[]) {
  return (value: unknown) => options.find((one) => one.value === value)?.label ?? '–';
}

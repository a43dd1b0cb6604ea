import type { FieldMeta, FilterOperator } from '@portal/contracts/lists';
import { ranked } from '../fields/field-rules';
import { formValue } from '../fields/form-values';
import { parseText } from '../fields/parse-field';
import type { Condition } from './conditions';

/** A condition while it is edited: its operands as text. */
export interface Draft {
  /** Identifies the row of the popover. */
  readonly id: number;
  readonly field: string;
  readonly operator: FilterOperator;
  readonly operands: readonly string[];
}

/** How the operands of an operator are entered. */
export type Arity = 'one' | 'two' | 'many' | 'yes-no';

export function arityOf(operator: FilterOperator): Arity {
  if (operator === 'is_null') return 'yes-no';
  if (operator === 'between') return 'two';
  return operator === 'in' || operator === 'nin' ? 'many' : 'one';
}

/** Fields that can be part of a condition. */
export function filterableFields(fields: readonly FieldMeta[]): FieldMeta[] {
  return ranked(fields.filter(({ hidden, operators }) => !hidden && operators.length > 0));
}

/** A new condition: the preferred operator of the field. */
export function newDraft(id: number, field: FieldMeta): Draft {
  const preferred = field.searchable && field.enum === null && field.foreign_key === null;
  const [first = 'eq'] = field.operators;
  const operator = preferred && field.operators.includes('contains') ? 'contains' : first;
  return { id, field: field.name, operator, operands: emptyOperands(operator) };
}

/** The operands of another operator: those of the former one as far as they fit. */
export function withOperator(draft: Draft, operator: FilterOperator): Draft {
  const fits = arityOf(draft.operator) === arityOf(operator);
  return { ...draft, operator, operands: fits ? draft.operands : emptyOperands(operator) };
}

function emptyOperands(operator: FilterOperator): readonly string[] {
  const arity = arityOf(operator);
  if (arity === 'yes-no') return ['true'];
  return arity === 'two' ? ['', ''] : arity === 'one' ? [''] : [];
}

export function draftOf(id: number, field: FieldMeta, { operator, value }: Condition): Draft {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return { id, field: field.name, operator, operands: values.map((one) => textOf(field, one)) };
}

function textOf(field: FieldMeta, value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  const text = formValue(field.type === 'list' ? { ...field, type: 'string' } : field, value);
  return typeof text === 'string' ? text : '';
}

/** The condition, or what is wrong with an operand; nothing while an operand is empty. */
export function conditionOf(
  field: FieldMeta,
  { operator, operands }: Draft,
): { readonly condition: Condition } | { readonly error: string } | null {
  if (operands.length === 0 || operands.some((text) => text.trim() === '')) return null;
  const parsed = operands.map((text) => parseText(operandType(field, operator), text));
  const values: unknown[] = [];
  for (const one of parsed) {
    if ('error' in one) return one;
    values.push(one.value);
  }
  const isList = ['two', 'many'].includes(arityOf(operator));
  return { condition: { field: field.name, operator, value: isList ? values : values[0] } };
}

/** The type of the text of an operand. */
export function operandType({ type }: FieldMeta, operator: FilterOperator): FieldMeta['type'] {
  if (operator === 'is_null') return 'boolean';
  if (operator === 'contains' || operator === 'starts_with') return 'string';
  return type;
}

import type { FieldMeta } from '@portal/contracts/crud';
import { statusTitle } from '@portal/domain/statuses';

/** A choice for users: 'in_progress' → 'In Progress'. Names with other characters stay. */
export function choiceLabel(value: string): string {
  return /^[a-z]+(_[a-z]+)*$/.test(value) ? statusTitle(value) : value;
}

/** Whether the values of a field are choices, not names of items. */
export function isChoice(field: FieldMeta): boolean {
  return field.enum !== null && field.type === 'string';
}

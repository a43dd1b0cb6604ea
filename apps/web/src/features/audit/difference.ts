import type { AuditRecord } from '@portal/contracts/audit';
import { formatInstant } from '../../lib/format';
import { fieldLabel } from '../../lib/words';

/** A field before and after; undefined where the row did not exist. */
export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields that a change added, removed or changed. Empty fields of whole rows are left out. */
export function differenceOf(record: AuditRecord): FieldChange[] {
  const { before, after, labels } = record;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => isShown(before?.[field], after?.[field]))
    .map((field) => ({
      field,
      label: fieldLabel(labels[field] ? field.replace(/_id$/, '') : field),
      before: before ? referenceText(record, field, before[field]) : undefined,
      after: after ? referenceText(record, field, after[field]) : undefined,
    }));
}

/** The value of a field as text. An id of another item is its name, if the item still has one. */
export function referenceText({ labels }: AuditRecord, field: string, value: unknown): string {
  return labels[field]?.[String(value)] ?? valueText(value);
}

/** A value of any type as text: dictionaries and lists as indented JSON. */
function valueText(value: unknown): string {
  if (isEmpty(value)) return EMPTY;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return INSTANT.test(value) ? formatInstant(value) : value;
  return JSON.stringify(value, undefined, 2);
}

const EMPTY = '–';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function isShown(before: unknown, after: unknown): boolean {
  return !isEmpty(before) || !isEmpty(after);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

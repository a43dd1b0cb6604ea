import type { AuditRecord } from '@portal/contracts/audit';
import { statusTitle } from '@portal/domain/statuses';
import { formatInstant } from '../../lib/format';

/** A field before and after; undefined where the row did not exist. */
export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The fields that a change added, removed or changed. Empty fields of whole rows are left out. */
export function differenceOf({ before, after }: AuditRecord): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => isShown(before?.[field], after?.[field]))
    .map((field) => ({
      field,
      label: labelOf(field),
      before: before ? valueText(before[field]) : undefined,
      after: after ? valueText(after[field]) : undefined,
    }));
}

/** A value of any type as text: dictionaries and lists as indented JSON. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return EMPTY;
  if (value === '') return "''";
  if (typeof value === 'string') return INSTANT.test(value) ? formatInstant(value) : value;
  return JSON.stringify(value, undefined, 2);
}

const EMPTY = 'None';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function isShown(before: unknown, after: unknown): boolean {
  return [before, after].some((value) => value !== null && value !== undefined);
}

/** sql_query: 'SQL query' */
function labelOf(field: string): string {
  const words = statusTitle(field)
    .toLowerCase()
    .replaceAll(/\b(id|sql)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

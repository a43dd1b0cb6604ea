import { Link } from '@mui/material';
import type { FieldMeta } from '@portal/contracts/lists';
import { choiceLabel } from '../../forms/inputs/choice-label';
import { isChoice } from './field-rules';
import { plainText } from '../../lib/plain-text';
import { formatDay, formatInstant } from '../../lib/format';
import { Instant } from '../../ui/instant';
import { statusColor } from '../../ui/status-color';
import { TintedChip } from '../../ui/tinted-chip';

interface FieldValueProps {
  field: FieldMeta;
  value: unknown;
  /** Texts of referenced items by value. */
  labels?: ReadonlyMap<string, string> | undefined;
}

const NOTHING = '–';

/** A value of the API for users, by the type of its field. */
export function FieldValue({ field, value, labels }: FieldValueProps) {
  const text = valueText(field, value, labels);
  if (field.type === 'string' && typeof value === 'string' && /^https?:\/\//.test(value)) {
    return (
      <Link href={value} target="_blank" rel="noreferrer" sx={{ overflowWrap: 'anywhere' }}>
        {value.replace(/^https?:\/\//, '')}
      </Link>
    );
  }
  if (field.name === 'status' && isChoice(field) && typeof value === 'string') {
    return <TintedChip color={statusColor(value)} label={text} />;
  }
  if (field.type === 'datetime' && typeof value === 'string') {
    return <Instant at={value} />;
  }
  return <>{text}</>;
}

/** Whether there is nothing to show. */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || value === '';
}

/** The value as text. */
export function valueText(
  field: FieldMeta,
  value: unknown,
  labels?: ReadonlyMap<string, string>,
): string {
  if (isNothing(value)) return NOTHING;
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (field.foreign_key) return labels?.get(plainText(value)) ?? plainText(value);
  if (isChoice(field)) return choiceLabel(plainText(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return JSON.stringify(value);
  if (field.type === 'date') return formatDay(plainText(value));
  if (field.type === 'datetime') return formatInstant(plainText(value));
  return plainText(value);
}

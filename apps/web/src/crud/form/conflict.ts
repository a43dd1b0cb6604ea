import type { CrudItem, FieldMeta } from '@portal/contracts/crud';
import { ApiError } from '../../lib/api-error';
import { sameJson } from '../fields/form-values';

export type Side = 'stored' | 'own';

/** A field that both sides changed. */
export interface Contested {
  readonly field: FieldMeta;
  readonly stored: unknown;
  readonly own: unknown;
}

/** A stale edit: the current item, and what the user and others changed. */
export interface Conflict {
  readonly current: CrudItem;
  readonly contested: readonly Contested[];
  /** Fields that only the user changed; they are saved. */
  readonly ownOnly: readonly Contested[];
  /** Fields that only others changed; they stay. */
  readonly storedOnly: readonly FieldMeta[];
}

interface StaleEdit {
  readonly before: CrudItem;
  readonly current: CrudItem;
  readonly change: Readonly<Record<string, unknown>>;
  readonly stale: ApiError;
}

/** Whether the item has changed since the form read it; other conflicts name no stored values. */
export function isStale(error: unknown): error is ApiError {
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  return isConflict && error.errors.some((item) => 'stored' in item && 'sent' in item);
}

/** Compares both sides, field by field. */
export function conflictOf(fields: readonly FieldMeta[], edit: StaleEdit): Conflict {
  const { before, current, change, stale } = edit;
  const contested: Contested[] = [];
  const ownOnly: Contested[] = [];
  const storedOnly: FieldMeta[] = [];
  for (const field of fields) {
    const { name } = field;
    // A list leaves some fields out; the refusal has the stored value of all that were sent.
    const stored = name in current ? current[name] : storedIn(stale, name);
    const isTheirs = (name in current || name in change) && !sameJson(before[name], stored);
    if (!(name in change)) {
      if (isTheirs) storedOnly.push(field);
    } else if (!sameJson(stored, change[name])) {
      const side = { field, stored, own: change[name] };
      if (isTheirs) contested.push(side);
      else ownOnly.push(side);
    }
  }
  return { current, contested, ownOnly, storedOnly };
}

/** The change over the current item: the chosen values, and what only the user changed. */
export function resolved(
  { contested, ownOnly }: Conflict,
  sides: Readonly<Record<string, Side>>,
): Record<string, unknown> {
  const chosen = contested.filter(({ field }) => sides[field.name] === 'own');
  return Object.fromEntries([...chosen, ...ownOnly].map(({ field, own }) => [field.name, own]));
}

function storedIn({ errors }: ApiError, name: string): unknown {
  return errors.find(({ pointer }) => pointer === `/${name}`)?.stored;
}

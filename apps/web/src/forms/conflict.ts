import { ApiError } from '../lib/api-error';

/** The fields of an item as the API has them. */
export type Fields = Readonly<Record<string, unknown>>;
/** An item of the server; a change names its version. */
export type Versioned = Fields & { readonly version: string | number };

/** A change of fields, and the item that the person saw. */
export interface ItemChange<Item> {
  readonly before: Item;
  readonly change: Fields;
}

export type Side = 'stored' | 'own';
export type Sides = Readonly<Record<string, Side>>;

/** A field that both sides changed. */
export interface Contested {
  readonly name: string;
  readonly stored: unknown;
  readonly own: unknown;
}

/** The item has changed since the form opened: what the person and what others changed. */
export interface Conflict<Item> {
  readonly current: Item;
  readonly contested: readonly Contested[];
  /** Fields that only the person changed. */
  readonly ownOnly: readonly string[];
  /** Fields that only others changed. */
  readonly storedOnly: readonly string[];
}

/** Whether the item has changed since the form read it; other conflicts name no stored values. */
export function isStale(error: unknown): boolean {
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  return isConflict && error.errors.some((item) => 'stored' in item && 'sent' in item);
}

/** The fields of a request whose values differ from those of the item. */
export function changedFields(before: Fields, values: Fields): Fields {
  const changed = Object.entries(values).filter(([name, value]) => !sameJson(before[name], value));
  return Object.fromEntries(changed);
}

/** Compares field by field what the person changed with what others did. */
export function conflictOf<Item extends Versioned>(
  names: readonly string[],
  { before, change }: ItemChange<Item>,
  current: Item,
): Conflict<Item> {
  const contested: Contested[] = [];
  const ownOnly: string[] = [];
  const storedOnly: string[] = [];
  for (const name of names) {
    const stored = current[name];
    const isTheirs = !sameJson(before[name], stored);
    if (!(name in change)) {
      if (isTheirs) storedOnly.push(name);
    } else if (!sameJson(stored, change[name])) {
      if (isTheirs) contested.push({ name, stored, own: change[name] });
      else ownOnly.push(name);
    }
  }
  return { current, contested, ownOnly, storedOnly };
}

/** The inputs over the current item: the person's where they chose it or nobody else changed it. */
export function merged<Values extends object>(
  { contested, ownOnly }: Pick<Conflict<unknown>, 'contested' | 'ownOnly'>,
  sides: Sides,
  theirs: Values,
  mine: Values,
): Values {
  const chosen = contested.filter(({ name }) => sides[name] === 'own').map(({ name }) => name);
  const kept = new Set([...ownOnly, ...chosen]);
  const result = { ...theirs };
  for (const name in theirs) if (kept.has(name)) result[name] = mine[name];
  return result;
}

/** Whether two values of the API are equal; the order of the keys does not matter. */
function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  );
}

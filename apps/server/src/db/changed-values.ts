import { isDeepStrictEqual } from 'node:util';

/** The given values that differ from the stored ones. */
export function changedValues(
  values: object,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, stored[name]),
    ),
  );
}

/** Whether a value differs from the stored one. */
export function isChange(values: object, stored: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(changedValues(values, stored)).length > 0;
}

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

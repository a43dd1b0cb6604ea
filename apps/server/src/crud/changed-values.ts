import { isDeepStrictEqual } from 'node:util';
import type { Row } from './row.js';

/** The values that differ from the stored ones. */
export function changedValues(values: Row, stored: Row): Row {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, stored[name])),
  );
}

import { isDeepStrictEqual } from 'node:util';
import type { Row } from './row.js';

/** Those of the values that are not what is stored. */
export function changedValues(values: Row, stored: Row): Row {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, stored[name])),
  );
}

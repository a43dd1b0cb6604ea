import { isDeepStrictEqual } from 'node:util';
import type { Values } from './resource.js';

/** Those of the values that are not what is stored. */
export function differing(values: Values, stored: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, stored[name])),
  );
}

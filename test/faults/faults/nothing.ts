import type { Fault } from '../fault.js';

/** The load and the checks themselves. */
export const nothing: Fault = {
  name: 'nothing',
  break: () => Promise.resolve(),
  mend: () => Promise.resolve(),
};

import type { Fault } from '../fault.js';

/** Both workers are killed; nobody imports until one is back. */
export const workersKilled: Fault = {
  name: 'both workers are killed',
  async break({ cluster: { stacks } }) {
    await Promise.all(stacks.map((stack) => stack.kill('worker')));
  },
  async mend({ cluster: { stacks } }) {
    for (const stack of stacks) await stack.restart('worker');
  },
};

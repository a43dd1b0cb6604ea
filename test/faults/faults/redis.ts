import type { Fault } from '../fault.js';

/** With all jobs of the queue; it keeps nothing over a restart. */
export const redisRestarted: Fault = {
  name: 'SYS-258 Redis is restarted and has lost everything',
  needsRedis: true,
  async break({ cluster: { redis } }) {
    await redis?.kill();
    await redis?.start();
  },
  mend: () => Promise.resolve(),
};

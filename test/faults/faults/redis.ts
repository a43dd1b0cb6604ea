import { emptyRedis } from '@portal/testing/redis';
import type { Fault } from '../fault.js';

/** With all jobs of the queue; it keeps nothing over a restart. */
export const redisRestarted: Fault = {
  name: 'Redis is restarted and has lost everything',
  needs: 'Redis',
  async break({ cluster: { redis } }) {
    await redis?.kill();
    await redis?.start();
  },
  mend: () => Promise.resolve(),
};

/** By somebody who meant another one. */
export const redisEmptied: Fault = {
  name: 'Redis is emptied',
  needs: 'Redis',
  async break({ cluster: { redis } }) {
    if (redis !== undefined) await emptyRedis(redis.url);
  },
  mend: () => Promise.resolve(),
};

/** Nothing can be uploaded meanwhile; everything else goes on. */
export const redisGone: Fault = {
  name: 'Redis is gone for a while',
  needs: 'Redis',
  async break({ cluster: { redis }, load }) {
    const noticed = load.journal.suffers(['update', 'import']);
    await redis?.kill();
    await noticed;
    await load.journal.flows(['edit', 'create', 'read', 'sql']);
  },
  async mend({ cluster: { redis } }) {
    await redis?.start();
  },
};

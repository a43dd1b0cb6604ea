import type { FaultCluster } from '../cluster/fault-cluster.js';
import type { Fault } from '../fault.js';

const impossible = ({ redis }: FaultCluster): string | undefined =>
  redis === undefined ? 'the queue is in PostgreSQL' : undefined;

/** With all jobs of the queue; it keeps nothing over a restart. */
export const redisRestarted: Fault = {
  name: 'Redis is restarted and has lost everything',
  impossible,
  async break({ cluster: { redis } }) {
    await redis?.kill();
    await redis?.start();
  },
  mend: () => Promise.resolve(),
};

export const redisEmptied: Fault = {
  name: 'Redis is emptied',
  impossible,
  async break({ cluster: { redis } }) {
    await redis?.empty();
  },
  mend: () => Promise.resolve(),
};

/** Nothing can be uploaded meanwhile; everything else goes on. */
export function redisGone(seconds: number): Fault {
  return {
    name: `Redis is gone for ${seconds} s`,
    impossible,
    async break({ cluster: { redis }, load }) {
      await redis?.kill();
      await load.journal.suffers();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    },
    async mend({ cluster: { redis } }) {
      await redis?.start();
    },
  };
}

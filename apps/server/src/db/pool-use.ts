import type { PoolCounts, QueueHandle } from '@portal/platform/queue';
import type { Pools } from './pools.js';

/** Connections by state; `waiting` counts requests without a connection. */
interface PoolUse {
  readonly in_use: number;
  readonly idle: number;
  readonly waiting: number;
}

function poolUse({ totalCount, idleCount, waitingCount }: PoolCounts): PoolUse {
  return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

/** The use of each pool of this server by its name. On Redis the queue has none. */
export function poolUses(pools: Pools, queue: QueueHandle): ReadonlyMap<string, PoolUse> {
  const uses = new Map([...pools].map(([name, db]) => [name, poolUse(db.connections)]));
  const ofQueue = queue.pool();
  return ofQueue === null ? uses : uses.set('queue', poolUse(ofQueue));
}

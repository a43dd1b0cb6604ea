import type { PoolCounts } from '@portal/platform/queue';

/** Connections by state; `waiting` counts requests without a connection. */
export function poolUse({ totalCount, idleCount, waitingCount }: PoolCounts) {
  return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

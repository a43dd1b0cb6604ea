import type { PoolCounts } from '@portal/platform/queue';
import type { DataSource } from 'typeorm';
import { z } from 'zod';

const driverSchema = z.object({
  master: z.object({ totalCount: z.number(), idleCount: z.number(), waitingCount: z.number() }),
});

/** The pool of TypeORM. */
export function poolOf({ driver }: DataSource): PoolCounts {
  return driverSchema.parse(driver).master;
}

/** Connections by state; `waiting` counts requests without a connection. */
export function poolUse({ totalCount, idleCount, waitingCount }: PoolCounts) {
  return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

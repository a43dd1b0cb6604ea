import type { DataSource } from 'typeorm';
import { z } from 'zod';

/** What a pool of `pg` tells of itself. */
interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

const driverSchema = z.object({
  master: z.object({ totalCount: z.number(), idleCount: z.number(), waitingCount: z.number() }),
});

/** The pool that TypeORM keeps. */
export function poolOf({ driver }: DataSource): PoolCounts {
  return driverSchema.parse(driver).master;
}

/** Connections by state; `waiting` are the requests that none is free for. */
export function poolUse({ totalCount, idleCount, waitingCount }: PoolCounts) {
  return { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

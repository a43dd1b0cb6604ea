import type { DataSource } from 'typeorm';
import { z } from 'zod';

/** The pool that TypeORM keeps is the one of `pg`. */
const poolSchema = z.object({
  master: z.object({ totalCount: z.number(), idleCount: z.number(), waitingCount: z.number() }),
});

export interface PoolUse {
  readonly inUse: number;
  readonly idle: number;
  /** Requests for a connection that none is free for. */
  readonly waiting: number;
}

export function poolUse({ driver }: DataSource): PoolUse {
  const { totalCount, idleCount, waitingCount } = poolSchema.parse(driver).master;
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createPool } from '@portal/persistence/data-source';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import type { Queryable } from '@portal/persistence/queryable';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { CONFIG, LOGGER } from '../platform.tokens.js';

const POOL_SIZE = 8;

/**
 * Planner settings for lists of large tables: use the order of an index instead of another access
 * path and a sort. The plan does not depend on the values, so a generic plan is made once.
 */
export const INDEXED_LIST_SETTINGS = {
  enable_sort: 'off',
  enable_incremental_sort: 'off',
  plan_cache_mode: 'force_generic_plan',
} as const;

/** A pool with these settings; without it each list would need a transaction. */
@Injectable()
export class IndexedListPool implements Queryable, OnApplicationShutdown {
  readonly pool;
  private readonly reads: PreparedReads;

  constructor(@Inject(CONFIG) { databaseUrl }: Config, @Inject(LOGGER) logger: Logger) {
    this.pool = createPool({
      url: databaseUrl,
      applicationName: 'portal-server lists',
      poolSize: POOL_SIZE,
      settings: INDEXED_LIST_SETTINGS,
    });
    this.pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
    this.reads = new PreparedReads(this.pool);
  }

  query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
    return this.reads.query(text, values);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { OutageLog } from '@portal/platform/outage-log';
import { AuditedTransactions } from './audited-transactions.js';
import { openPools, Pools, POOLS } from './pools.js';
import { Replica } from './replica.js';
import { Uses } from './uses.js';

/** The pools of the database and the write transactions of all features. */
@Global()
@Module({})
export class DbModule implements OnApplicationShutdown {
  constructor(private readonly pools: Pools) {}

  static for(config: Config, outages: OutageLog): DynamicModule {
    return {
      module: DbModule,
      providers: [
        { provide: OutageLog, useValue: outages },
        { provide: Pools, useFactory: () => openPools(config, outages) },
        ...POOLS.map(({ db, name }) => ({
          provide: db,
          useFactory: (pools: Pools) => pools.get(name),
          inject: [Pools],
        })),
        AuditedTransactions,
        Replica,
        Uses,
      ],
      exports: [OutageLog, Pools, ...POOLS.map(({ db }) => db), AuditedTransactions, Replica, Uses],
    };
  }

  /** At this point the listener is closed and no request is running. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values()].map((db) => db.end()));
  }
}

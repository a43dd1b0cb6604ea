import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Db } from '@portal/persistence/db';
import { readReplicaLag } from '@portal/persistence/figures/replica';
import type { Config } from '@portal/platform/config';
import { OutageLog } from '@portal/platform/outage-log';
import { CONFIG } from '@portal/platform/tokens';
import { Reads } from './pools.js';

const CONNECT_MS = 1_500;

/** The replica for custom SQL, to see how it is; runs of custom SQL have their own connections. */
@Injectable()
export class Replica implements OnApplicationShutdown {
  private readonly db: Db | null;

  constructor(
    @Inject(CONFIG) { statsDatabaseUrl, databaseUrl }: Config,
    private readonly reads: Reads,
    outages: OutageLog,
  ) {
    this.db =
      statsDatabaseUrl === databaseUrl
        ? null
        : Db.open({
            url: statsDatabaseUrl,
            applicationName: 'portal-server replica',
            poolSize: 1,
            connectMs: CONNECT_MS,
            onAway: (error) => outages.failed('the replica', error),
            onWorks: () => outages.works('the replica'),
          });
  }

  /** By how many seconds it is behind, at most; null if custom SQL runs on the primary. */
  async lag(): Promise<number | null> {
    return this.db && readReplicaLag(this.reads, this.db);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.db?.end();
  }
}

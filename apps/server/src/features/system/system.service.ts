import { hostname } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type { System } from '@portal/contracts/system';
import { VERSION } from '@portal/contracts/version';
import type { Config } from '@portal/platform/config';
import type { QueueHandle } from '@portal/platform/queue';
import { SingleFlight } from '@portal/platform/single-flight';
import { CONFIG, TASK_IMPORT_QUEUE } from '@portal/platform/tokens';
import { poolUses } from '../../db/pool-use.js';
import { Pools } from '../../db/pools.js';
import { StatePublisher } from '../../live/rooms/state-publisher.js';
import { Figures } from '../../readiness/figures.js';
import { PartReader } from '../../readiness/part-reader.js';
import { healthOf, Readiness } from '../../readiness/readiness.js';
import { Sandbox } from '../../sandbox/sandbox.js';

const LARGEST_TABLES = 10;

/** Reads the figures that `/metrics` has, too, as they are at this moment. */
@Injectable()
export class SystemService {
  private readonly startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  private readonly reading = new SingleFlight<System>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly pools: Pools,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    private readonly readiness: Readiness,
    private readonly figures: Figures,
    private readonly parts: PartReader,
    private readonly publisher: StatePublisher,
    private readonly sandbox: Sandbox,
  ) {}

  /** Simultaneous callers share a reading. */
  read(): Promise<System> {
    return this.reading.get('', () => this.readAll());
  }

  private async readAll(): Promise<System> {
    // First: reading the parts takes connections.
    const server = this.readServer();
    const [condition, database, lag, queue, workers, uploads, people, upkeep, uses] =
      await Promise.all([
        this.readiness.check(),
        this.parts.read('database', () => this.readDatabase()),
        this.parts.read('replica', this.figures.replica),
        this.parts.read('queue', () => this.readQueue()),
        this.parts.read('workers', () => this.readWorkers()),
        this.parts.read('uploads', () => this.readUploads()),
        this.parts.read('people', this.figures.people),
        this.parts.read('work', () => this.readUpkeep()),
        this.parts.read('uses', this.figures.uses),
      ]);
    return {
      version: VERSION,
      health: healthOf(condition),
      server,
      database: database ?? null,
      replica: lag === null ? null : { behind_seconds: lag ?? null },
      queue: queue ?? null,
      workers: workers ?? null,
      uploads: uploads ?? null,
      people: people ?? null,
      upkeep: upkeep ?? null,
      uses: uses ?? null,
    };
  }

  private readServer(): System['server'] {
    const { running, waiting } = this.sandbox.load;
    const uses = poolUses(this.pools, this.queue);
    return {
      host: hostname(),
      node: process.versions.node,
      started_at: this.startedAt,
      sockets: this.publisher.load().sockets,
      custom_sql: { running, waiting },
      pools: [...uses].map(([name, use]) => ({ name, ...use })),
    };
  }

  private async readDatabase(): Promise<System['database']> {
    const { server, bytes, tables } = await this.figures.database();
    return {
      version: server.version,
      started_at: server.startedAt,
      bytes,
      connections: server.connections,
      max_connections: server.maxConnections,
      tables: tables
        .slice(0, LARGEST_TABLES)
        .map(({ table: name, ...size }) => ({ name, ...size })),
    };
  }

  private async readQueue(): Promise<System['queue']> {
    const { waiting, active, delayed, failed, oldestWaitingMs } = await this.figures.queue();
    return {
      store: this.config.redisUrl === undefined ? 'database' : 'redis',
      waiting,
      running: active,
      delayed,
      failed,
      oldest_waiting_seconds: oldestWaitingMs / 1000,
    };
  }

  private async readWorkers(): Promise<System['workers']> {
    const { running, pools } = await this.figures.workers();
    return {
      running: running.map(({ startedAt, ...worker }) => ({ ...worker, started_at: startedAt })),
      pools: pools.map(({ pool, inUse, idle }) => ({ name: pool, in_use: inUse, idle })),
    };
  }

  private async readUploads(): Promise<System['uploads']> {
    const { freeBytes, ...stored } = await this.figures.uploads();
    const store = this.config.uploadStore.kind === 's3' ? 'bucket' : 'directory';
    return { store, ...stored, free_bytes: freeBytes };
  }

  private async readUpkeep(): Promise<System['upkeep']> {
    const { backupAt, housekeeping } = await this.figures.upkeep();
    const { ended_at, failed } = housekeeping;
    return { last_backup_at: backupAt, housekeeping: { ended_at, failed } };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { QUEUES } from '@portal/contracts/jobs';
import { VERSION } from '@portal/contracts/version';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import { readWorkerConnections, WORKER_APPLICATIONS } from '@portal/persistence/worker-connections';
import { withTimeout } from '@portal/platform/with-timeout';
import type { QueueHandle } from '@portal/platform/queue';
import type { Logger } from 'pino';
import { Counter, Gauge, Registry } from 'prom-client';
import { Pools, Reads } from '../../db/pools.js';
import { StatePublisher } from '../../live/rooms/state-publisher.js';
import { LOGGER, TASK_IMPORT_QUEUE } from '../../platform.tokens.js';
import { PARTS, Readiness } from '../../readiness/readiness.js';
import { poolUse } from './pool-use.js';

const TIMEOUT_MS = 2_000;
const QUEUE = QUEUES.taskImport;
const CONNECTIONS_HELP =
  'Pool connections of this server by state; those of pools worker* belong to all workers and are the same on every server';

/**
 * Metrics that are read per scrape. A part that cannot be read has no values and `portal_part_up`
 * 0; the other parts keep theirs.
 */
@Injectable()
export class MetricsService {
  private readonly parts;
  private readonly readyParts;
  private readonly jobs;
  private readonly oldestJob;
  private readonly imports;
  private readonly importedRows;
  private readonly importRate;
  private readonly sockets;
  private readonly rooms;
  private readonly connections;

  constructor(
    private readonly registry: Registry,
    private readonly reads: Reads,
    private readonly pools: Pools,
    private readonly importRepository: ImportRepository,
    private readonly publisher: StatePublisher,
    private readonly readiness: Readiness,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Gauge({ name: `portal_${name}`, help, labelNames, registers: [registry] });
    gauge('build_info', 'The version of the portal and of Node', ['version', 'node']).set(
      { version: VERSION, node: process.versions.node },
      1,
    );
    this.parts = gauge('part_up', 'Whether the metrics of a part could be read', ['part']);
    this.readyParts = gauge('part_ready', 'Whether a part is in order, as in /health/ready', [
      'part',
    ]);
    this.jobs = gauge('queue_jobs', 'Jobs by state', ['queue', 'state']);
    this.oldestJob = gauge('queue_oldest_waiting_seconds', 'Age of the oldest waiting job', [
      'queue',
    ]);
    this.imports = gauge('imports', 'Unfinished imports by state', ['state']);
    this.importRate = gauge('import_rows_per_second', 'Rows per second of the running imports', []);
    this.sockets = gauge('sockets', 'Sockets connected to this server', []);
    this.rooms = gauge('rooms', 'Rooms with a socket of this server', []);
    this.connections = gauge('database_connections', CONNECTIONS_HELP, ['pool', 'state']);
    this.importedRows = new Counter({
      name: 'portal_import_rows_total',
      help: 'Rows read by imports; the same on every server',
      registers: [registry],
    });
  }

  /** In the Prometheus text format. */
  async read(): Promise<string> {
    // The count itself takes a connection.
    this.readPools();
    this.readSockets();
    await Promise.all([
      this.readReadiness(),
      this.part('queue', () => this.readQueue(), [this.jobs, this.oldestJob]),
      this.part('imports', () => this.readImports(), [this.imports]),
      this.part('workers', () => this.readWorkers(), [{ reset: () => this.forgetWorkers() }]),
    ]);
    return this.registry.metrics();
  }

  private async part(
    part: string,
    read: () => Promise<void>,
    numbers: readonly { reset: () => void }[],
  ): Promise<void> {
    try {
      await withTimeout(read(), TIMEOUT_MS);
      this.parts.set({ part }, 1);
    } catch (error) {
      this.parts.set({ part }, 0);
      for (const number of numbers) number.reset();
      this.logger.warn({ err: error, part }, 'metrics could not be read');
    }
  }

  private async readReadiness(): Promise<void> {
    const condition = await this.readiness.check();
    for (const part of PARTS) this.readyParts.set({ part }, condition[part] === null ? 1 : 0);
  }

  private async readQueue(): Promise<void> {
    const { oldestWaitingMs, ...jobs } = await this.queue.load();
    for (const [state, count] of Object.entries(jobs))
      this.jobs.set({ queue: QUEUE, state }, count);
    this.oldestJob.set({ queue: QUEUE }, oldestWaitingMs / 1000);
  }

  private async readImports(): Promise<void> {
    const load = await this.importRepository.load();
    this.imports.set({ state: 'queued' }, load.queued);
    this.imports.set({ state: 'running' }, load.running);
    this.imports.set({ state: 'unconfirmed' }, load.unconfirmed);
    this.importRate.set(load.rowsPerSecond);
    this.importedRows.reset();
    this.importedRows.inc(load.rows);
  }

  private readSockets(): void {
    const { sockets, rooms } = this.publisher.load();
    this.sockets.set(sockets);
    this.rooms.set(rooms);
  }

  private readPools(): void {
    for (const [pool, counts] of [
      ...[...this.pools].map(([name, db]) => [name, db.connections] as const),
      ['queue', this.queue.pool()],
    ] as const) {
      if (counts === null) continue;
      for (const [state, connections] of Object.entries(poolUse(counts)))
        this.connections.set({ pool, state }, connections);
    }
  }

  private async readWorkers(): Promise<void> {
    for (const { pool, inUse, idle } of await readWorkerConnections(this.reads)) {
      this.connections.set({ pool, state: 'in_use' }, inUse);
      this.connections.set({ pool, state: 'idle' }, idle);
    }
  }

  private forgetWorkers(): void {
    for (const pool of Object.keys(WORKER_APPLICATIONS)) {
      for (const state of ['in_use', 'idle']) this.connections.remove({ pool, state });
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { QueueHandle } from '@portal/platform/queue';
import { TASK_IMPORT_QUEUE } from '@portal/platform/tokens';
import { Counter, Histogram, Registry } from 'prom-client';
import { poolUses } from '../../db/pool-use.js';
import { Pools } from '../../db/pools.js';
import { ChangeFeed } from '../../live/feed/change-feed.js';
import { StatePublisher } from '../../live/rooms/state-publisher.js';
import { Sandbox } from '../../sandbox/sandbox.js';
import { gauge } from './metrics-part.js';

/** What this server knows of itself. */
@Injectable()
export class ServerMetrics {
  /** Also of the workers' pools. */
  readonly connections;
  private readonly sockets;
  private readonly rooms;
  private readonly feed;
  private readonly runs;
  private readonly refusedRuns;

  constructor(
    registry: Registry,
    private readonly pools: Pools,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    private readonly publisher: StatePublisher,
    private readonly changes: ChangeFeed,
    private readonly sandbox: Sandbox,
  ) {
    this.connections = gauge(
      registry,
      'database_connections',
      'Pool connections of this server by state; those of pools worker* belong to all workers and are the same on every server',
      ['pool', 'state'],
    );
    this.sockets = gauge(registry, 'sockets', 'Sockets connected to this server');
    this.rooms = gauge(registry, 'rooms', 'Rooms with a socket of this server');
    this.feed = gauge(
      registry,
      'change_feed_up',
      'Whether the database tells this server of commits; otherwise it looks for them',
    );
    this.runs = gauge(registry, 'custom_sql_runs', 'Runs of custom SQL on this server by state', [
      'state',
    ]);
    this.refusedRuns = new Counter({
      name: 'portal_custom_sql_refused_total',
      help: 'Runs of custom SQL that this server refused, as too many were running',
      registers: [registry],
    });
    const lag = new Histogram({
      name: 'portal_push_lag_seconds',
      help: 'Time from the notification of a commit to the state that was sent to the sockets, by event',
      labelNames: ['event'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    publisher.onPush((event, ms) => lag.observe({ event }, ms / 1000));
  }

  read(): void {
    for (const [pool, { in_use, idle, waiting }] of poolUses(this.pools, this.queue)) {
      this.connections.set({ pool, state: 'in_use' }, in_use);
      this.connections.set({ pool, state: 'idle' }, idle);
      this.connections.set({ pool, state: 'waiting' }, waiting);
    }
    const { sockets, rooms } = this.publisher.load();
    this.sockets.set(sockets);
    this.rooms.set(rooms);
    this.feed.set(this.changes.isUp ? 1 : 0);
    const { running, waiting, refused } = this.sandbox.load;
    this.runs.set({ state: 'running' }, running);
    this.runs.set({ state: 'waiting' }, waiting);
    this.refusedRuns.reset();
    this.refusedRuns.inc(refused);
  }
}

import { Injectable } from '@nestjs/common';
import { type Gauge, Registry } from 'prom-client';
import { gauge } from './metrics-part.js';

const STATES = ['in_use', 'idle', 'waiting'] as const;
type State = (typeof STATES)[number];

/** `portal_database_connections`. */
@Injectable()
export class ConnectionGauge {
  private readonly connections: Gauge<'pool' | 'state'>;

  constructor(registry: Registry) {
    this.connections = gauge(
      registry,
      'database_connections',
      'Pool connections of this server by state; those of pools worker* belong to all workers and are the same on every server',
      ['pool', 'state'],
    );
  }

  set(pool: string, counts: Readonly<Partial<Record<State, number>>>): void {
    for (const state of STATES) {
      const count = counts[state];
      if (count !== undefined) this.connections.set({ pool, state }, count);
    }
  }

  remove(pool: string): void {
    for (const state of STATES) this.connections.remove({ pool, state });
  }
}

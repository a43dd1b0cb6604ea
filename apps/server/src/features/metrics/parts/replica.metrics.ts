import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Replica } from '../../../db/replica.js';
import { gauge, type MetricsPart } from '../metrics-part.js';

/** The replica for custom SQL; without one nothing is told. */
@Injectable()
export class ReplicaMetrics implements MetricsPart {
  readonly name = 'replica';
  private readonly reachable;
  private readonly behind;

  constructor(
    registry: Registry,
    private readonly replica: Replica,
  ) {
    this.reachable = gauge(
      registry,
      'replica_reachable',
      'Whether this server reaches the replica for custom SQL; absent without one',
    );
    this.behind = gauge(
      registry,
      'replica_behind_seconds',
      'How far the replica is behind, at most; absent without a replica or if it cannot be reached',
    );
    this.reachable.remove();
    this.behind.remove();
  }

  async read(): Promise<boolean> {
    const lag = await this.replica.lag();
    if (lag === null) return true;
    this.reachable.set(1);
    this.behind.set(lag);
    return true;
  }

  forget(): void {
    this.reachable.set(0);
    this.behind.remove();
  }
}

import { Injectable } from '@nestjs/common';
import { readLastBackup } from '@portal/persistence/figures/backups';
import { readSyncAges, readUnfinished } from '@portal/persistence/figures/work';
import { readHousekeeping } from '@portal/persistence/housekeeping';
import { Registry } from 'prom-client';
import { Reads } from '../../../db/pools.js';
import { gauge, type MetricsPart } from '../metrics-part.js';

/** How old the work is that must be done again and again, or must end; the same on every server. */
@Injectable()
export class WorkMetrics implements MetricsPart {
  readonly name = 'work';
  private readonly unfinished;
  private readonly syncs;
  private readonly housekeeping;
  private readonly failedHousekeeping;
  private readonly backup;

  constructor(
    registry: Registry,
    private readonly reads: Reads,
  ) {
    this.unfinished = gauge(
      registry,
      'oldest_unfinished_seconds',
      'Age of the oldest that is begun and has not ended, by kind; 0 if there is none',
      ['kind'],
    );
    this.syncs = gauge(
      registry,
      'project_sync_age_seconds',
      'Time since a file with tasks of the project was imported, of unstarted and ongoing projects',
      ['project'],
    );
    this.housekeeping = gauge(
      registry,
      'housekeeping_age_seconds',
      'Time since the work of a night was done; absent before the first night',
    );
    this.failedHousekeeping = gauge(
      registry,
      'housekeeping_failed',
      'Kinds of housekeeping that failed in the last attempt',
    );
    this.backup = gauge(
      registry,
      'backup_age_seconds',
      'Time since the last recorded backup; absent if none is recorded',
    );
    this.forget();
  }

  async read(): Promise<boolean> {
    const [unfinished, syncs, { ended_at, failed }, backup] = await Promise.all([
      readUnfinished(this.reads),
      readSyncAges(this.reads),
      readHousekeeping(this.reads),
      readLastBackup(this.reads),
    ]);
    // A deleted project has no age any more.
    this.forget();
    for (const { kind, age } of unfinished) this.unfinished.set({ kind }, age);
    for (const { projectId, age } of syncs) this.syncs.set({ project: projectId }, age);
    if (ended_at !== null) this.housekeeping.set(secondsSince(ended_at));
    this.failedHousekeeping.set(failed.length);
    if (backup !== null) this.backup.set(secondsSince(backup));
    return true;
  }

  forget(): void {
    this.unfinished.reset();
    this.syncs.reset();
    this.housekeeping.remove();
    this.failedHousekeeping.remove();
    this.backup.remove();
  }
}

function secondsSince(instant: string): number {
  return Math.max((Date.now() - Date.parse(instant)) / 1000, 0);
}

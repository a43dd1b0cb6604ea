import { Inject, Injectable } from '@nestjs/common';
import type { Part } from '@portal/contracts/system';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { readWorkers } from '@portal/persistence/figures/workers';
import { readMigrationState } from '@portal/persistence/figures/migration-state';
import type { QueueHandle } from '@portal/platform/queue';
import type { UploadStore } from '@portal/platform/upload-store';
import { withTimeout } from '@portal/platform/with-timeout';
import { Reads } from '../db/pools.js';
import { SingleFlight } from '@portal/platform/single-flight';
import { TASK_IMPORT_QUEUE, UPLOAD_STORE } from '@portal/platform/tokens';
import { Sandbox } from '../sandbox/sandbox.js';

const TIMEOUT_MS = 2_000;

/** Without these the server can serve nothing; without one of the others it serves everything else. */
const VITAL_PARTS: readonly Part[] = ['database', 'migrations'];

/** What is wrong with each part; null if it is in order. */
export type Condition = Readonly<Record<Part, string | null>>;

/** Whether the server can serve in this condition. */
export function canServe(condition: Condition): boolean {
  return VITAL_PARTS.every((part) => condition[part] === null);
}

/** The same for people: `ok`, or what is wrong. */
export function healthOf(condition: Condition): Record<Part, string> {
  return {
    database: condition.database ?? 'ok',
    migrations: condition.migrations ?? 'ok',
    queue: condition.queue ?? 'ok',
    uploads: condition.uploads ?? 'ok',
    custom_sql: condition.custom_sql ?? 'ok',
    workers: condition.workers ?? 'ok',
  };
}

/** Checks the parts that this server needs. */
@Injectable()
export class Readiness {
  /** Anybody may ask, and each check takes connections: simultaneous callers share one. */
  private readonly checks = new SingleFlight<Condition>();

  constructor(
    private readonly reads: Reads,
    private readonly sandbox: Sandbox,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
    @Inject(UPLOAD_STORE) private readonly uploads: UploadStore,
  ) {}

  /** Takes 2 s at most. */
  check(): Promise<Condition> {
    return this.checks.get('', () => this.checkAll());
  }

  private async checkAll(): Promise<Condition> {
    const [database, migrations, queue, uploads, custom_sql, workers] = await Promise.all([
      troubleIn(this.reads.query('SELECT 1')),
      this.checkMigrations(),
      troubleIn(this.queue.ping()),
      troubleIn(this.uploads.ping()),
      this.checkSandbox(),
      this.checkWorkers(),
    ]);
    return { database, migrations, queue, uploads, custom_sql, workers };
  }

  private async checkMigrations(): Promise<string | null> {
    try {
      const { pending, zone } = await withTimeout(readMigrationState(this.reads), TIMEOUT_MS);
      if (pending > 0) return `pending: ${pending}`;
      if (zone === reportingZone()) return null;
      return `the database counts by days in ${zone} now: restart with REPORTING_TIME_ZONE=${zone}`;
    } catch {
      return 'cannot be read';
    }
  }

  /** Without a worker uploads are accepted and wait. */
  private async checkWorkers(): Promise<string | null> {
    try {
      const workers = await withTimeout(readWorkers(this.reads), TIMEOUT_MS);
      return workers.length === 0 ? 'none is running' : null;
    } catch {
      return 'cannot be read';
    }
  }

  private async checkSandbox(): Promise<string | null> {
    try {
      const { unavailable } = await withTimeout(this.sandbox.report(), TIMEOUT_MS);
      // The reason may name hosts; it is in the log.
      return unavailable === undefined ? null : 'is not available';
    } catch {
      return 'cannot be reached';
    }
  }
}

async function troubleIn(work: Promise<unknown>): Promise<string | null> {
  try {
    await withTimeout(work, TIMEOUT_MS);
    return null;
  } catch {
    return 'cannot be reached';
  }
}

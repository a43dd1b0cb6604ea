import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedCluster, openEmbeddedCluster } from '@portal/platform/postgres/embedded';
import { freePort } from '@portal/testing/free-port';
import { type Standby, standbyOf } from '@portal/testing/standby';
import { query } from '../../support/world.js';

type Run = ReturnType<EmbeddedCluster['start']>;

/** A PostgreSQL with a replica that streams from it. */
export class Database {
  private constructor(
    private readonly dir: string,
    private readonly primary: EmbeddedCluster,
    private readonly standby: Standby,
    private readonly replicaPort: number,
    private primaryRun: Run | undefined,
    private replicaRun: Run | undefined,
  ) {}

  static async start(): Promise<Database> {
    const dir = await mkdtemp(join(tmpdir(), 'portal-faults-'));
    // The database can run as another user than this process.
    await chmod(dir, 0o755);
    const primary = await openEmbeddedCluster({ dir: join(dir, 'primary') });
    const run = primary.start();
    await ready(run, primary);
    const standby = await standbyOf(primary.url, dir);
    const replicaPort = await freePort();
    const replica = await standby.start(replicaPort);
    return new Database(dir, primary, standby, replicaPort, run, replica);
  }

  get url(): string {
    return this.primary.url;
  }

  get replicaUrl(): string {
    return this.standby.url(this.replicaPort);
  }

  async stopPrimary(): Promise<void> {
    await this.primaryRun?.stop();
    this.primaryRun = undefined;
  }

  /** Without a checkpoint, as when the machine fails: the next start recovers from the WAL. */
  async killPrimary(): Promise<void> {
    const lock = await readFile(join(this.dir, 'primary/data/postmaster.pid'), 'utf8');
    process.kill(Number(lock.split('\n')[0]), 'SIGKILL');
    await this.primaryRun?.ended;
    this.primaryRun = undefined;
  }

  async startPrimary(): Promise<void> {
    this.primaryRun = this.primary.start();
    await ready(this.primaryRun, this.primary);
  }

  /** Ends every connection of the portal. */
  async cutConnections(): Promise<number> {
    const ended = await query(
      this.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return ended.length;
  }

  async stopReplica(): Promise<void> {
    await this.replicaRun?.stop();
    this.replicaRun = undefined;
  }

  async startReplica(): Promise<void> {
    this.replicaRun = await this.standby.start(this.replicaPort);
  }

  async stop(): Promise<void> {
    await this.stopReplica();
    await this.stopPrimary();
    await this.standby.remove();
    await this.primary.release();
    await rm(this.dir, { recursive: true, force: true });
  }
}

async function ready(run: Run, { log }: EmbeddedCluster): Promise<void> {
  const end = await Promise.race([run.ready, run.ended]);
  if (typeof end === 'string') throw new Error(`PostgreSQL: ${end}\n${log.lastLines()}`);
}

import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedCluster, openEmbeddedCluster } from '@portal/launcher/postgres/embedded';
import { freePort } from '@portal/testing/free-port';
import { type Standby, standbyOf } from '@portal/testing/standby';
import { eventually } from '../../support/eventually.js';
import { query } from '../../support/world.js';

type Run = ReturnType<EmbeddedCluster['start']>;

/** A PostgreSQL with a replica that streams from it. */
export class Database {
  /** Whether the replica has become the database that takes changes. */
  private isPromoted = false;

  private constructor(
    private readonly dir: string,
    /** Of the primary. */
    private readonly home: string,
    private readonly primary: EmbeddedCluster,
    private readonly standby: Standby,
    private readonly replicaPort: number,
    private primaryRun: Run | undefined,
    private replicaRun: Run | undefined,
  ) {}

  /** @param disk for the primary; beside its replica by default */
  static async start(disk?: string): Promise<Database> {
    const dir = await mkdtemp(join(tmpdir(), 'portal-faults-'));
    // The database can run as another user than this process.
    await chmod(dir, 0o755);
    const home = join(disk ?? dir, 'primary');
    const primary = await openEmbeddedCluster({ dir: home });
    const run = primary.start();
    await ready(run, primary);
    const standby = await standbyOf(primary.url, dir);
    const replicaPort = await freePort();
    const replica = await standby.start(replicaPort);
    return new Database(dir, home, primary, standby, replicaPort, run, replica);
  }

  /** Of the database that takes changes. */
  get url(): string {
    return this.isPromoted ? this.replicaUrl : this.primary.url;
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
    const lock = await readFile(join(this.home, 'data/postmaster.pid'), 'utf8');
    process.kill(Number(lock.split('\n')[0]), 'SIGKILL');
    await this.primaryRun?.ended;
    this.primaryRun = undefined;
  }

  async startPrimary(): Promise<void> {
    this.primaryRun = this.primary.start();
    await ready(this.primaryRun, this.primary);
  }

  /** Waits until the primary answers; starts it if it has ended by itself. */
  async primaryAnswers(): Promise<void> {
    let hasEnded = false;
    void this.primaryRun?.ended.then(() => (hasEnded = true));
    await eventually('the database to answer', async () => {
      if (hasEnded) {
        hasEnded = false;
        await this.startPrimary();
      }
      await query(this.url, 'SELECT');
      return true;
    });
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

  /** The replica goes on receiving, and shows nothing of it until `resumeReplay`. */
  async pauseReplay(): Promise<void> {
    await query(this.replicaUrl, 'SELECT pg_wal_replay_pause()');
  }

  async resumeReplay(): Promise<void> {
    await query(this.replicaUrl, 'SELECT pg_wal_replay_resume()');
  }

  /** Waits until the replica has everything that is committed now. */
  async replicaHasAll(): Promise<void> {
    const [now] = await query<{ lsn: string }>(
      this.url,
      'SELECT pg_current_wal_insert_lsn()::text AS lsn',
    );
    await eventually('the replica to have everything', async () => {
      const [row] = await query<{ has: boolean }>(
        this.replicaUrl,
        'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS has',
        [now?.lsn],
      );
      return row?.has;
    });
  }

  /** The replica takes changes from now on. */
  async promote(): Promise<void> {
    await query(this.replicaUrl, 'SELECT pg_promote()');
    this.isPromoted = true;
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

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { LogFile } from '@portal/platform/log-file';
import type { Run } from '../supervisor.js';
import type { Account } from './account.js';
import { type PostgresBinaries, program } from './binaries.js';
import { stopWithParent } from './stop-with-parent.js';
import type { ClusterHome } from './home.js';
import { clearLeftovers } from './leftovers.js';
import { keepServerLog } from './server-log.js';

/** After a crash the server first replays up to 4 GB of WAL. */
const READY_MS = 10 * 60_000;
const STOP_MS = 30_000;
const LOOK_MS = 1_000;
/** Time to read the last output of a server that has ended. */
const LAST_LINES_MS = 200;

export interface ServerPlan {
  readonly binaries: PostgresBinaries;
  readonly home: ClusterHome;
  readonly account: Account;
  readonly settings: readonly string[];
  readonly log: LogFile;
  /** Connection URL of the database `postgres`. */
  readonly url: string;
  /** Runs at each start, as soon as the server accepts connections. */
  prepare(client: pg.Client): Promise<void>;
}

/** The server of a cluster. It starts after everything of the previous server has been cleared. */
export class ServerRun implements Run {
  readonly ended: Promise<string>;
  readonly ready: Promise<void>;
  private server: ChildProcess | undefined;
  private isStopping = false;
  private isOver = false;
  private failure: string | undefined;

  constructor(private readonly plan: ServerPlan) {
    this.ended = this.live().finally(() => {
      this.isOver = true;
    });
    this.ready = new Promise((resolve) => {
      void this.untilReady(resolve);
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.server?.kill('SIGINT');
    // A fast shutdown that hangs becomes an immediate one; the next start recovers from the WAL.
    const killTimer = setTimeout(() => this.server?.kill('SIGQUIT'), STOP_MS);
    await this.ended;
    clearTimeout(killTimer);
  }

  private async live(): Promise<string> {
    const { binaries, home, account } = this.plan;
    try {
      await clearLeftovers(binaries, home, account);
      return this.isStopping ? 'stopped' : await this.serve();
    } catch (error) {
      return messageOf(error);
    }
  }

  private async serve(): Promise<string> {
    const { binaries, home, account, settings, log } = this.plan;
    const server = spawn(program(binaries, 'postgres'), ['-D', home.data, ...settings], {
      ...account,
      cwd: home.dir,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own process group: Ctrl-C must reach only the launcher, which stops the server last.
      detached: true,
    });
    this.server = server;
    stopWithParent(server);
    const printed = keepServerLog(server.stderr, log);
    const watch = setInterval(() => this.stopFast(server), LOOK_MS);
    try {
      const end = await endOf(server);
      // Backends of a killed server can keep its output open for longer.
      await Promise.race([printed, delay(LAST_LINES_MS)]);
      return this.failure ?? end;
    } finally {
      clearInterval(watch);
    }
  }

  /**
   * After a plain `kill` (smart shutdown) the server refuses new clients and waits for the current
   * ones, which never disconnect. A fast shutdown ends it.
   */
  private stopFast(server: ChildProcess): void {
    if (this.status() === 'stopping' && !this.isStopping) server.kill('SIGINT');
  }

  private async untilReady(resolve: () => void): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (!this.isOver) {
      // Connecting earlier would fill the log with refused connections.
      const problem = this.status() === 'ready' ? await this.attempt() : 'not started';
      if (problem === undefined) return resolve();
      if (Date.now() > deadline) {
        this.failure = `not ready within ${READY_MS / 60_000} minutes: ${problem}`;
        return this.stop();
      }
      await delay(25);
    }
  }

  /** Status of the server in its lock file, such as `ready` or `stopping`. */
  private status(): string | undefined {
    try {
      const lines = readFileSync(join(this.plan.home.data, 'postmaster.pid'), 'utf8').split('\n');
      // A killed server leaves its lock file.
      return Number(lines[0]) === this.server?.pid ? lines[7]?.trim() : undefined;
    } catch {
      return undefined;
    }
  }

  /** The reason why the server is not ready; undefined if it is. */
  private async attempt(): Promise<string | undefined> {
    const client = new pg.Client({
      connectionString: this.plan.url,
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await this.plan.prepare(client);
      return undefined;
    } catch (error) {
      return messageOf(error);
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

function endOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
